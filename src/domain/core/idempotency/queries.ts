import { sql, type Sql } from '../../../db/sql.ts';

/** Time for which a key and its response are kept, in hours. See docs/reference/limits.md. */
const retentionHours = 24;

/** A key used by one caller for one operation. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** A run of a request that holds the claim on its key. */
export interface Hold extends Claim {
  readonly holder: string;
}

/**
 * Inserts the key, or takes over one that is expired or whose holder has sent no heartbeat for `leaseMs`. Returns the
 * effect of an abandoned run of the same request. Null when another request has the key.
 */
export const insertClaim = (
  reader: Sql,
  { scope, key, fingerprint, holder }: Hold,
  leaseMs: number,
): Promise<{ readonly effect: unknown } | null> => {
  const isExpired = sql`old."createdAt" < now() - make_interval(hours => ${retentionHours}::int)`;
  return reader.first(sql`
    insert into idempotency_keys as old (scope, key, fingerprint, holder, "createdAt", "seenAt")
    values (${scope}, ${key}, ${fingerprint}, ${holder}, now(), now())
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, status = null, body = null, location = null, holder = excluded.holder,
        effect = case when ${isExpired} then null else old.effect end, "createdAt" = now(), "seenAt" = now()
      where ${isExpired} or (old.status is null and (old.effect is null or old.fingerprint = excluded.fingerprint)
        and old."seenAt" < now() - make_interval(secs => ${leaseMs}::float8 / 1000))
    returning effect`);
};

const isHeld = ({ scope, key, holder }: Hold) =>
  sql`scope = ${scope} and key = ${key} and holder = ${holder} and status is null`;

/** Renews the lease of the run. */
export const renewClaim = (reader: Sql, hold: Hold) =>
  reader.rows(sql`update idempotency_keys set "seenAt" = now() where ${isHeld(hold)} returning key`);

/** Stores the effect of the run. False when another run has taken over the key. */
export async function writeEffect(reader: Sql, hold: Hold, effect: unknown): Promise<boolean> {
  const row = await reader.first(sql`
    update idempotency_keys set effect = ${JSON.stringify(effect)}::jsonb, "seenAt" = now()
    where ${isHeld(hold)} returning key`);
  return row !== null;
}

/** Releases the key. A retry runs again, or is answered from the effect of this run. */
export async function releaseClaim(reader: Sql, hold: Hold): Promise<void> {
  await reader.rows(sql`delete from idempotency_keys where ${isHeld(hold)} and effect is null returning key`);
  await reader.rows(sql`update idempotency_keys set "seenAt" = '-infinity' where ${isHeld(hold)} returning key`);
}

/** Releases every claimed key. Only for a process that has the database to itself, before it serves requests. */
export async function releaseAllClaims(reader: Sql): Promise<void> {
  await reader.rows(sql`update idempotency_keys set "seenAt" = '-infinity' where status is null returning key`);
}

/** A claimed key. `status` is null until the request has ended. */
export interface ClaimRow {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly body: string | null;
  readonly location: string | null;
}

export const findClaim = (reader: Sql, { scope, key }: Claim): Promise<ClaimRow | null> =>
  reader.first(sql`
    select fingerprint, status, body, location from idempotency_keys
    where scope = ${scope} and key = ${key}`);

/** Deletes expired keys, by the clock of the database, and returns their number. */
export async function deleteExpiredClaims(reader: Sql): Promise<number> {
  const rows = await reader.rows(
    sql`delete from idempotency_keys where "createdAt" < now() - make_interval(hours => ${retentionHours}::int) returning key`,
  );
  return rows.length;
}
