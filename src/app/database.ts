import type { PoolConfig } from 'pg';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDb, type Db } from '../db/client.ts';
import { openEmbedded } from '../db/embedded/engine.ts';
import { lockDataDir } from '../db/embedded/lock.ts';
import { migrate } from '../db/migrate.ts';
import type { Log } from '../domain/context.ts';

export interface DatabaseOptions {
  readonly log: Log;
  /** A dump to start a new in-memory database from. */
  readonly embedded?: { readonly dataDir: string | null; readonly loadDataDir?: string };
  readonly onStatement?: (text: string) => void;
}

/** Opens the configured database and brings its schema up to date. */
export async function openDatabase(config: Config, options: DatabaseOptions): Promise<Db> {
  return config.DATABASE_URL === undefined ? openEmbeddedDb(config, options) : openPostgres(config, config.DATABASE_URL, options);
}

const dbOptions = (config: Config, { onStatement }: DatabaseOptions) => ({
  transactionWaitMs: config.TRANSACTION_WAIT_MS,
  transactionTimeoutMs: config.TRANSACTION_TIMEOUT_MS,
  ...(onStatement ? { onStatement } : {}),
});

async function openPostgres(config: Config, url: string, options: DatabaseOptions): Promise<Db> {
  const pool: PoolConfig = {
    connectionString: url,
    max: config.POOL_SIZE,
    connectionTimeoutMillis: config.POOL_ACQUIRE_TIMEOUT_MS,
    application_name: 'octavo',
    keepAlive: true,
    options: sessionOptions(config),
  };
  const db = openDb(pool, dbOptions(config, options));
  return ready(db, async () => {
    await migrateWithoutTimeouts(url, options);
  });
}

/** Limits of every session. Quality D6. */
const sessionOptions = (config: Config) =>
  [
    '-c TimeZone=UTC',
    `-c statement_timeout=${config.STATEMENT_TIMEOUT_MS}`,
    `-c lock_timeout=${config.LOCK_TIMEOUT_MS}`,
    `-c idle_in_transaction_session_timeout=${config.IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
  ].join(' ');

async function migrateWithoutTimeouts(url: string, { log }: DatabaseOptions) {
  const { pool } = openDb({ connectionString: url, max: 1, options: '-c TimeZone=UTC' }, { transactionWaitMs: 1, transactionTimeoutMs: 1 });
  try {
    await migrate(pool, { log });
  } finally {
    await pool.end();
  }
}

async function openEmbeddedDb(config: Config, options: DatabaseOptions): Promise<Db> {
  const { dataDir, loadDataDir } = options.embedded ?? { dataDir: config.DATA_DIR };
  const lock = dataDir === null ? null : await lockDataDir(dataDir);
  try {
    const engine = await openEmbedded({
      dataDir: dataDir === null ? null : join(dataDir, 'database'),
      statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
      log: options.log,
      ...(loadDataDir === undefined ? {} : { loadDataDir }),
    });
    const pool: PoolConfig = {
      ...engine.clientConfig,
      max: 1,
      connectionTimeoutMillis: config.POOL_ACQUIRE_TIMEOUT_MS,
    };
    const db = openDb(pool, dbOptions(config, options));
    const opened = await ready(db, () => engine.withoutWatchdog(async () => void (await migrate(db.pool, { log: options.log }))));
    return {
      ...opened,
      dump: () => engine.dump(),
      close: async () => {
        await opened.close();
        await engine.close();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

async function ready(db: Db, prepare: () => Promise<void>): Promise<Db> {
  try {
    await prepare();
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
