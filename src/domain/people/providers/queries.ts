import { sql, type Sql } from '../../../db/sql.ts';
import type { LoginProviderRow } from '../../../loaders/providers.ts';

/** Lists the active providers of an organization, oldest first. There are at most `maxProviders`. */
export const listActiveProviders = (reader: Sql, organizationId: string): Promise<LoginProviderRow[]> =>
  reader.rows(sql`select p.* from login_providers p
    where p."organizationId" = ${organizationId} and p.active order by p."createdAt", p.id`);

/** Finds a provider of any kind by id. */
export const findProvider = (reader: Sql, id: string): Promise<LoginProviderRow | null> =>
  reader.first(sql`select p.* from login_providers p where p.id = ${id}`);

/** Counts the providers of an organization. */
export async function countProviders(reader: Sql, organizationId: string): Promise<number> {
  const row = await reader.first<{ count: number }>(
    sql`select count(*)::int as count from login_providers where "organizationId" = ${organizationId}`,
  );
  return row?.count ?? 0;
}

interface Proof {
  readonly id: string;
  /** The version by which the sign-in was verified. */
  readonly version: number;
  readonly organizationId: string;
  readonly userId: string;
  readonly now: Date;
}

/** Notes that an admin has signed in by the provider as it is, if the user is one and it has not changed meanwhile. */
export const proveProvider = (reader: Sql, { id, version, organizationId, userId, now }: Proof): Promise<unknown> =>
  reader.rows(sql`update login_providers set "provenAt" = ${now.toISOString()}::timestamptz
    where id = ${id} and version = ${version}::int and exists (select from members m
      where m."organizationId" = ${organizationId} and m."userId" = ${userId} and m.role = 'admin' and not m.disabled)`);
