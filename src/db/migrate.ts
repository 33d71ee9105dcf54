import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { MigrationError } from './migration-error.ts';
import { readMigrations, type Migration } from './migration-files.ts';
import { createHistory, selectPendingMigrations, readHistory, recordMigration } from './migration-history.ts';

interface MigrateOptions {
  readonly log: { info(data: object, message: string): void };
  /** Folder of the SQL files; defaults to that of the package. */
  readonly directory?: string;
  /** Runs after the migrations on the same connection, while other processes wait. */
  readonly afterwards?: (client: ClientBase) => Promise<void>;
  /** Maximum time to wait for another process that is migrating, in milliseconds. */
  readonly lockWaitMs?: number;
}

/** Advisory lock key of `prisma migrate` (schema engine 7.10), so that the two tools exclude each other. */
const lockKey = 72_707_369;
const lockPollMs = 100;

/**
 * Applies the pending migrations in order, each in its own transaction.
 *
 * Uses one connection throughout. Several processes may call this concurrently; each migration is applied once. Throws
 * {@link MigrationError} when the database does not match the program, a migration fails, or the lock cannot be
 * acquired.
 */
export async function migrate(pool: Pool, options: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.directory);
  const client = await pool.connect();
  // A connection lost between two statements only emits an event; the next statement then fails.
  client.on('error', ignore);
  try {
    // The timeouts of the pool are for requests; migrations may take longer.
    await client.query('set statement_timeout = 0');
    await lock(client, options.lockWaitMs ?? 60_000);
    const applied = await applyMissing(client, migrations, options.log);
    await options.afterwards?.(client);
    return { applied };
  } finally {
    const restored = await client.query('select pg_advisory_unlock_all(); reset statement_timeout').then(
      () => true,
      () => false,
    );
    client.off('error', ignore);
    client.release(!restored);
  }
}

/**
 * Lists the names of pending migrations. Throws {@link MigrationError} when the database does not match the program.
 */
export async function listPendingMigrations(pool: Pool, directory?: string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const history = (await readHistory(pool)) ?? [];
  return selectPendingMigrations(migrations, history).map((migration) => migration.name);
}

/** Polls, because a session waiting in `pg_advisory_lock` blocks `create index concurrently` in other sessions. */
async function lock(client: ClientBase, waitMs: number) {
  const deadline = performance.now() + waitMs;
  while (!(await tryLock(client))) {
    if (performance.now() > deadline) {
      const message = `Another process has been migrating this database for more than ${waitMs / 1000} s. Wait for it or terminate it (advisory lock ${lockKey} in pg_locks), then start again.`;
      throw new MigrationError('lock_timeout', message);
    }
    await wait(lockPollMs);
  }
}

async function tryLock(client: ClientBase) {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey]);
  return rows[0]?.locked === true;
}

async function applyMissing(client: ClientBase, migrations: readonly Migration[], log: MigrateOptions['log']) {
  const history = await readHistory(client);
  const missing = selectPendingMigrations(migrations, history ?? []);
  if (!history) await createHistory(client);
  const applied: string[] = [];
  const beginningMs = performance.now();
  if (missing.length > 0) log.info({ count: missing.length }, 'migrations begin');
  for (const migration of missing) {
    const startedMs = performance.now();
    await apply(client, migration);
    applied.push(migration.name);
    log.info({ migration: migration.name, durationMs: Math.round(performance.now() - startedMs) }, 'Migration applied');
  }
  const durationMs = Math.round(performance.now() - beginningMs);
  if (missing.length > 0) log.info({ count: missing.length, durationMs }, 'migrations end');
  return applied;
}

async function apply(client: ClientBase, migration: Migration) {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await recordMigration(client, migration);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(ignore);
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Migration ${migration.name} failed and was rolled back: ${reason}. Earlier migrations stay applied. Fix the cause and start again.`;
    throw new MigrationError('migration_failed', message, { migration: migration.name, cause });
  }
}

function ignore() {}
