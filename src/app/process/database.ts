import { Pool, type PoolConfig } from 'pg';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { optionsOf, setDefaultsOfRole, warnOfOtherSettings, type SessionSettings } from '../../db/session-settings.ts';
import { openDb, type Db } from '../../db/client.ts';
import { openEmbedded } from '../../db/embedded/engine.ts';
import { lockDataDir } from '../../db/embedded/lock.ts';
import { migrate, listPendingMigrations } from '../../db/migrate.ts';
import { MigrationError } from '../../db/migration-error.ts';
import { readHistory } from '../../db/migration-history.ts';
import { installQueue } from '../../infra/queue/queue.ts';
import type { Log } from '../../domain/core/context.ts';

export interface DatabaseOptions {
  readonly log: Log;
  /** Location of the embedded database, null for memory, and a dump to initialize a new one from. */
  readonly embedded?: { readonly dataDir: string | null; readonly loadDataDir?: string };
  readonly onStatement?: (text: string) => void;
  /** Called while another thread or process opens the database, to use the time for other work. It does not reject. */
  readonly onOpening?: () => Promise<void>;
  /**
   * `apply`, the default, creates a database where there is none. `upgrade` applies the missing migrations to an existing
   * one only, and `look` lists them without applying them.
   */
  readonly migrations?: 'apply' | 'upgrade' | 'look';
}

/** An open database, and the migrations that opening it applied. */
export interface OpenedDatabase extends Db {
  /** Names of the applied migrations, or of the missing ones with `look`. */
  readonly migrations: readonly string[];
}

/**
 * Opens the configured database and migrates its schema. Throws MigrationError `database_missing` when there is none and
 * the options do not let it be created.
 */
export async function openDatabase(config: Config, options: DatabaseOptions): Promise<OpenedDatabase> {
  return config.DATABASE_URL === undefined
    ? openEmbeddedDb(config, options)
    : openPostgres(config, config.DATABASE_URL, options);
}

/** Time between two lines of the log about a full disk, in milliseconds. */
const sameOutageMs = 10_000;

export const dbOptions = (config: Config, { onStatement, log }: Pick<DatabaseOptions, 'onStatement' | 'log'>) => ({
  onDiskFull: seldom(sameOutageMs, () => log.error({}, 'the disk of the database is full')),
  transactionWaitMs: config.TRANSACTION_WAIT_MS,
  transactionTimeoutMs: config.TRANSACTION_TIMEOUT_MS,
  ...(onStatement ? { onStatement } : {}),
});

function seldom(ms: number, run: () => void): () => void {
  let ranAt = -Infinity;
  return () => {
    if (performance.now() - ranAt < ms) return;
    ranAt = performance.now();
    run();
  };
}

async function openPostgres(config: Config, url: string, options: DatabaseOptions): Promise<OpenedDatabase> {
  const pooled = config.DATABASE_POOLED_URL;
  const pool: PoolConfig = {
    ...poolOf(config, pooled ?? url),
    // A pooler refuses them, because the sessions of the server are not those of its clients.
    ...(pooled === undefined ? { options: optionsOf(sessionSettings(config)) } : {}),
  };
  const db = openDb(pool, { ...dbOptions(config, options), namesStatements: pooled === undefined });
  const missing = 'The database of DATABASE_URL is empty. Check DATABASE_URL';
  return ready(db, async () => {
    const migrations = await migrateWithoutTimeouts(config, url, options, missing);
    if (pooled !== undefined) await warnOfOtherSettings(db.pool, sessionSettings(config), options.log);
    return migrations;
  });
}

/** The pool of connections to a server. */
export const poolOf = (config: Config, connectionString: string): PoolConfig => ({
  connectionString,
  max: config.POOL_SIZE,
  connectionTimeoutMillis: config.POOL_ACQUIRE_TIMEOUT_MS,
  application_name: 'octavo',
  keepAlive: true,
});

/** Connection timeout for migrations at the start, in milliseconds. */
const connectMs = 10_000;

/** Timeouts and planner settings of every session. */
export const sessionSettings = (config: Config): SessionSettings => ({
  TimeZone: 'UTC',
  // The best plan of a statement does not depend on its values, and planning takes longer than most executions.
  plan_cache_mode: 'force_generic_plan',
  // A plan is cached until the statistics of its tables change, which takes a minute or more. If it was made while a
  // table was small, it would scan the whole table after it has grown.
  enable_seqscan: 'off',
  // JIT compilation of a plan takes longer than any of the statements.
  jit: 'off',
  statement_timeout: `${config.STATEMENT_TIMEOUT_MS}ms`,
  lock_timeout: `${config.LOCK_TIMEOUT_MS}ms`,
  idle_in_transaction_session_timeout: `${config.IDLE_IN_TRANSACTION_TIMEOUT_MS}ms`,
});

/** A migration takes as long as it takes, whatever the role has as its defaults. */
const migrationSettings: SessionSettings = {
  TimeZone: 'UTC',
  enable_seqscan: 'on',
  plan_cache_mode: 'auto',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

async function migrateWithoutTimeouts(
  config: Config,
  url: string,
  options: DatabaseOptions,
  missing: string,
): Promise<readonly string[]> {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    options: optionsOf(migrationSettings),
    connectionTimeoutMillis: connectMs,
  });
  pool.on('error', () => undefined);
  try {
    // The other work blocks this thread, and a connection that is made meanwhile would time out on a busy machine.
    (await pool.connect()).release();
    const otherWork = options.onOpening?.();
    const migrations = await migrateOrLook(pool, options, missing);
    if (config.DATABASE_POOLED_URL !== undefined) await setDefaultsOfRole(pool, sessionSettings(config));
    await otherWork;
    return migrations;
  } finally {
    await pool.end();
  }
}

/** `missing` says that there is no database, and which setting to check. */
async function migrateOrLook(
  pool: Pool,
  { log, migrations = 'apply' }: DatabaseOptions,
  missing: string,
): Promise<readonly string[]> {
  if (migrations === 'look') return listPendingMigrations(pool);
  if (migrations === 'upgrade' && (await readHistory(pool)) === null) throw databaseMissing(missing);
  const { applied } = await migrate(pool, { log, afterwards: installQueue });
  return applied;
}

async function openEmbeddedDb(config: Config, options: DatabaseOptions): Promise<OpenedDatabase> {
  const { dataDir } = options.embedded ?? { dataDir: config.DATA_DIR };
  // Before the lock, which would create the directory.
  if (dataDir !== null && options.migrations !== undefined && options.migrations !== 'apply')
    await requireDatabaseIn(dataDir);
  const lock = dataDir === null ? null : await lockDataDir(dataDir);
  const release = async () => lock?.release();
  try {
    return await openEngine(config, options, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function requireDatabaseIn(dataDir: string): Promise<void> {
  try {
    await stat(join(dataDir, databaseFolder, 'PG_VERSION'));
  } catch (error) {
    if (!isAbsent(error)) throw error;
    throw databaseMissing(noDatabaseIn(dataDir));
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const noDatabaseIn = (dataDir: string) => `The data directory ${resolve(dataDir)} has no database. Check DATA_DIR`;

const databaseMissing = (what: string) =>
  new MigrationError('database_missing', `${what}, or run \`octavo serve\` once, which creates the database.`);

/** The folder of the embedded database in the data directory. */
const databaseFolder = 'database';

async function openEngine(
  config: Config,
  options: DatabaseOptions,
  release: () => Promise<void>,
): Promise<OpenedDatabase> {
  const { dataDir, loadDataDir } = options.embedded ?? { dataDir: config.DATA_DIR };
  const opening = openEmbedded({
    dataDir: dataDir === null ? null : join(dataDir, databaseFolder),
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    log: options.log,
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
  });
  const [engine] = await Promise.all([opening, options.onOpening?.()]);
  // Whoever waits for the only connection waits for a transaction, and not for a fault.
  const connectionTimeoutMillis = Math.max(config.POOL_ACQUIRE_TIMEOUT_MS, config.TRANSACTION_WAIT_MS);
  const pool: PoolConfig = { ...engine.clientConfig, max: 1, connectionTimeoutMillis };
  const db = openDb(pool, dbOptions(config, options));
  try {
    const opened = await ready(db, () =>
      engine.withoutWatchdog(() => migrateOrLook(db.pool, options, noDatabaseIn(config.DATA_DIR))),
    );
    const close = async () => {
      await opened.close();
      await engine.close();
      await release();
    };
    return { ...opened, dump: () => engine.dump(), close };
  } catch (error) {
    // Before the lock is released, because two engines on one directory would corrupt it.
    await engine.close();
    throw error;
  }
}

async function ready(db: Db, prepare: () => Promise<readonly string[]>): Promise<OpenedDatabase> {
  try {
    return { ...db, migrations: await prepare() };
  } catch (error) {
    await db.close();
    throw error;
  }
}
