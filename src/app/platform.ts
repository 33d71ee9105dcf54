import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { sql } from '../db/sql.ts';
import type { Log, Services, Urls } from '../domain/context.ts';
import { createAuthenticate, type Authenticate } from '../domain/tokens/authenticate.ts';
import { createQueue } from '../infra/queue/queue.ts';
import { createGuardedFetch } from '../infra/fetch/guarded-fetch.ts';
import { createStorage, type StorageConfig } from '../infra/storage/storage.ts';
import { newId } from '../lib/ids.ts';
import { openDatabase, type DatabaseOptions } from './database.ts';

/** Everything that lives as long as the process, without a transport. */
export interface Platform {
  readonly config: Config;
  readonly db: Db;
  readonly services: Services;
  readonly authenticate: Authenticate;
  close(): Promise<void>;
}

export interface PlatformOptions extends DatabaseOptions {
  readonly log: Log;
  readonly urls: Urls;
  readonly now?: () => Date;
}

const fetchHeaderBytes = 32_768;

/** Opens the database, the file storage and the way out. */
export async function openPlatform(config: Config, options: PlatformOptions): Promise<Platform> {
  const db = await openDatabase(config, options);
  const now = options.now ?? (() => new Date());
  const secret = config.SECRETS_KEY ?? (await storedSecret(db));
  const authenticate = createAuthenticate({ sql: db.sql, now, cacheMs: config.TOKEN_CACHE_MS });
  const services: Services = {
    config,
    urls: options.urls,
    log: options.log,
    storage: await createStorage(storageOf(config)),
    fetch: createGuardedFetch({
      allowHosts: config.IMPORT_ALLOW_HOSTS,
      connectTimeoutMs: config.FETCH_CONNECT_TIMEOUT_MS,
      totalTimeoutMs: config.FETCH_TIMEOUT_MS,
      maxRedirects: config.FETCH_MAX_REDIRECTS,
      maxBodyBytes: config.IMPORT_MAX_BYTES,
      maxHeaderBytes: fetchHeaderBytes,
      userAgent: 'Octavo',
    }),
    queue: createQueue(),
    cursorKey: derived(secret, 'cursors'),
    downloadKey: derived(secret, 'downloads'),
    now,
    newId,
    forgetTokens: () => authenticate.forget(),
  };
  return { config, db, services, authenticate, close: () => db.close() };
}

function storageOf(config: Config): StorageConfig {
  if (config.STORAGE === 'local') return { kind: 'local', directory: join(config.DATA_DIR, 'files') };
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new Error('config.ts let an incomplete S3 configuration pass');
  return {
    kind: 's3',
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** One secret for all processes over a database. */
async function storedSecret(db: Db): Promise<string> {
  await db.sql.rows(sql`insert into settings (key, value) values ('secret', ${randomBytes(32).toString('base64url')})
    on conflict (key) do nothing`);
  const row = await db.sql.first<{ value: string }>(sql`select value from settings where key = 'secret'`);
  if (row === null) throw new Error('The secret of the installation cannot be read back');
  return row.value;
}

/** A key per purpose, so that a signature for one is none for another (RFC 5869). */
const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
