import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
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
  const database = remembered(databaseLookMs, async () => void (await db.pool.query('select 1')));
  const files = remembered(storageLookMs, () => storage.healthy());
  const marker = remembered(storageLookMs, async () => {
    if (!(await hasStorageMarker({ sql: db.sql, storage }))) throw new Error('The marker is missing');
  });
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

type Look = () => Promise<boolean>;

async function reasonsAgainst(
  database: Look,
  files: Look,
  marker: Look,
  migrations: () => Promise<string | null>,
): Promise<string[]> {
  const [databaseIsUp, filesAreUp] = await Promise.all([database(), files()]);
  const filesAreOurs = !databaseIsUp || !filesAreUp || (await marker());
  const reasons = [
    databaseIsUp ? await migrations() : 'the database does not answer',
    filesAreUp ? null : 'the file storage cannot be written to',
    filesAreOurs ? null : 'the file storage is not the one of this database',
  ];
  return reasons.filter((reason) => reason !== null);
}

/** Caches the result of a check for `forMs`, so that it runs at most once in that time. */
function remembered(forMs: number, check: () => Promise<void>): Look {
  let looked: { readonly at: number; readonly passed: Promise<boolean> } | null = null;
  return () => {
    const now = performance.now();
    if (looked === null || now - looked.at >= forMs) looked = { at: now, passed: passes(check) };
    return looked.passed;
  };
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const passed = check().then(
    () => true,
    () => false,
  );
  const result = await Promise.race([passed, late]);
  clearTimeout(timer);
  return result;
}
