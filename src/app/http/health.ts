import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import { describeOutage, diskFull, readOnly } from '../../db/errors.ts';
import { listPendingMigrations } from '../../db/migrate.ts';
import { hasStorageMarker } from '../../domain/operations/installation/storage-marker.ts';
import type { Storage } from '../../infra/storage/storage.ts';

interface HealthParts {
  readonly db: Db;
  readonly storage: Storage;
}

/** How long the result of a check is cached, in milliseconds. */
const databaseLookMs = 1_000;
const storageLookMs = 10_000;
/** Timeout of a check, in milliseconds. */
const patienceMs = 1_000;

/**
 * Mounts `/healthz`, which answers 200 while the process runs, and `/readyz`, which answers 200 when it can serve requests
 * and otherwise 503 with reasons. Neither needs a token.
 */
export function registerHealth(app: FastifyInstance, { db, storage }: HealthParts): void {
  const database = remembered(databaseLookMs, () => assertWritable(db), describeOutage);
  const files = remembered(
    storageLookMs,
    () => storage.healthy(),
    () => 'the file storage cannot be written to',
  );
  const marker = remembered(
    storageLookMs,
    async () => {
      if (!(await hasStorageMarker({ sql: db.sql, storage }))) throw new Error('The marker is missing');
    },
    () => 'the file storage is not the one of this database',
  );
  let migrated = false;
  const migrations = async () => {
    if (migrated) return null;
    migrated = (await listPendingMigrations(db.pool).catch(() => ['?'])).length === 0;
    return migrated ? null : 'migrations are not applied';
  };
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { starting, draining } = app.lifecycle;
    const known = [...(starting ? ['starting'] : []), ...(draining ? ['draining'] : [])];
    const reasons = known.length > 0 ? known : await reasonsAgainst(database, files, marker, migrations);
    void reply.code(reasons.length === 0 ? 200 : 503).header('cache-control', 'no-store');
    return reasons.length === 0 ? { status: 'ready' } : { status: 'unavailable', reasons };
  });
}

/** A check; resolves to the reason for which it failed, null when it passed. */
type Look = () => Promise<string | null>;

async function reasonsAgainst(
  database: Look,
  files: Look,
  marker: Look,
  migrations: () => Promise<string | null>,
): Promise<string[]> {
  const [ofDatabase, ofFiles] = await Promise.all([database(), files()]);
  const reasons = [
    ofDatabase ?? (await migrations()),
    ofFiles,
    ofDatabase === null && ofFiles === null ? await marker() : null,
  ];
  return reasons.filter((reason) => reason !== null);
}

/** How long a full disk is reported after the last statement that failed by it, in milliseconds. */
const fullDiskMs = 10_000;

/** Throws a failure with the SQLSTATE of what keeps the database from being written to. */
async function assertWritable(db: Db): Promise<void> {
  const { rows } = await db.pool.query<{ only: boolean }>(
    "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as only",
  );
  if (rows[0]?.only === true) throw Object.assign(new Error('The database is read-only'), { code: readOnly });
  if (db.diskFullForMs() < fullDiskMs) throw Object.assign(new Error('The disk is full'), { code: diskFull });
}

/** Caches the result of a check for `forMs`, so that it runs at most once in that time. */
function remembered(forMs: number, check: () => Promise<void>, describe: (error: unknown) => string): Look {
  let looked: { readonly at: number; readonly reason: Promise<string | null> } | null = null;
  return () => {
    const now = performance.now();
    if (looked === null || now - looked.at >= forMs) looked = { at: now, reason: failureOf(check, describe) };
    return looked.reason;
  };
}

async function failureOf(check: () => Promise<void>, describe: (error: unknown) => string): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(describe(null)), patienceMs);
  });
  const reason = check().then(() => null, describe);
  const result = await Promise.race([reason, late]);
  clearTimeout(timer);
  return result;
}
