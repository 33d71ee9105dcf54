import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { ensureSecret } from '../../domain/operations/installation/queries.ts';
import { createWatches } from '../../domain/core/streams/watches.ts';
import { listNotificationStates } from '../../domain/authoring/notifications/queries/states.ts';
import type { Log, Services, Urls } from '../../domain/core/context.ts';
import { notifyRenderers } from '../../domain/publishing/renderers/notify.ts';
import { createAuthenticate, type Authenticate } from '../../domain/people/tokens/authenticate.ts';
import { workerModule } from '../../workers/module.ts';
import { createWorkers, type IdleTimes } from '../../infra/workers/workers.ts';
import { createJobSignals } from '../../infra/queue/signals.ts';
import { MinuteCounter } from '../../handmade/minute-counter.ts';
import { createMailer, type Mailer } from '../../infra/mail/mailer.ts';
import { readSender, readSmtpUrl } from '../../lib/smtp-url.ts';
import { createGuardedFetch, type GuardedFetch } from '../../infra/fetch/guarded-fetch.ts';
import { resolveTxt, type ResolveTxt } from '../../infra/dns/resolve-txt.ts';
import { createMeters, type Meters } from '../../infra/metrics/meters.ts';
import { createTracing } from '../../infra/tracing/create-tracing.ts';
import { traceStatements } from '../../infra/tracing/trace-statements.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import { createStorage } from '../../infra/storage/create-storage.ts';
import { type StorageConfig } from '../../infra/storage/storage.ts';
import { newId } from '../../lib/ids.ts';
import { drawLook } from '../../reader/draw-look.ts';
import { drawIcon } from '../pages/icons.ts';
import { openDatabase, type DatabaseOptions } from './database.ts';
import { openReads, type Reads } from './reads.ts';
import { commit, programName, version } from '../../lib/program.ts';

/** The parts that live as long as the process, without the HTTP server. */
export interface Platform {
  readonly config: Config;
  readonly db: Db;
  readonly reads: Reads;
  readonly services: Services;
  readonly authenticate: Authenticate;
  readonly meters: Meters;
  /** Null when no OpenTelemetry collector is configured. */
  readonly tracing: Tracing | null;
  close(): Promise<void>;
}

export interface PlatformOptions extends DatabaseOptions {
  readonly log: Log;
  readonly urls: Urls;
  readonly now?: () => Date;
  readonly newId?: Services['newId'];
  /** Resolves TXT records; uses the name servers of the machine by default. */
  readonly resolveTxt?: ResolveTxt;
  /** The module of the tasks of worker processes; the one of this program when omitted. */
  readonly tasks?: URL;
  /** How long worker processes stay without work. */
  readonly idleTimes?: IdleTimes;
}

const fetchHeaderBytes = 32_768;

/** Default limit of the body of an outbound request's response. */
const fetchBodyBytes = 26_214_400;

/** Opens the database, the file storage, the worker processes and the client for outbound requests. */
export async function openPlatform(config: Config, options: PlatformOptions): Promise<Platform> {
  const opened = await openDatabase(config, options);
  const meters = createMeters({
    version,
    commit,
    database: config.DATABASE_URL === undefined ? 'embedded' : 'postgresql',
  });
  const { db, reads } = openReads(config, opened, { ...options, meters });
  meters.pool(db.pool);
  const tracing = await createTracing(config, programName, (problem) =>
    options.log.warn({ problem }, 'traces are not sent'),
  );
  if (tracing) traceStatements(db.pool, tracing);
  const now = options.now ?? (() => new Date());
  const secret = config.SECRETS_KEY ?? (await ensureSecret(db.sql, randomBytes(32).toString('base64url')));
  const siteTokenKey = derived(secret, 'site tokens');
  const authenticate = createAuthenticate({ sql: db.sql, now, siteTokenKey, cacheMs: config.TOKEN_CACHE_MS });
  const jobSignals = createJobSignals();
  const watches = createWatches({ db, log: options.log, listNotificationStates, settled: reads.settled });
  jobSignals.onChanged(() => watches.jobs.look());
  const services: Services = {
    config,
    urls: options.urls,
    log: options.log,
    storage: meters.storage(await createStorage(storageOf(config))),
    fetch: afterSettling(reads, fetchOf(config)),
    mailer: mailerOf(config, options.urls, meters),
    resolveTxt: options.resolveTxt ?? resolveTxt,
    workers: createWorkers(config, options.tasks ?? workerModule, options.idleTimes),
    jobSignals,
    watches,
    cursorKey: derived(secret, 'cursors'),
    downloadKey: derived(secret, 'downloads'),
    siteTokenKey,
    encryptionKey: derived(secret, 'encryption'),
    attempts: new MinuteCounter(() => now().getTime()),
    now,
    newId: options.newId ?? newId,
    forgetTokens: () => authenticate.forget(),
    notifyRenderers,
    drawLook: (ctx, request) => drawLook(ctx, drawIcon, request),
  };
  return {
    config,
    db,
    reads,
    services,
    authenticate,
    meters,
    tracing,
    close: async () => {
      services.workers.close();
      await db.close();
      await tracing?.close();
    },
  };
}

const fetchOf = (config: Config) =>
  createGuardedFetch({
    allowHosts: config.IMPORT_ALLOW_HOSTS,
    connectTimeoutMs: config.FETCH_CONNECT_TIMEOUT_MS,
    totalTimeoutMs: config.FETCH_TIMEOUT_MS,
    maxRedirects: config.FETCH_MAX_REDIRECTS,
    maxBodyBytes: fetchBodyBytes,
    maxHeaderBytes: fetchHeaderBytes,
    userAgent: 'Octavo',
  });

/** Whoever is called may call back, and read what has caused the call. */
const afterSettling =
  ({ settled }: Reads, fetch: GuardedFetch): GuardedFetch =>
  async (url, asked) => {
    await settled();
    return fetch(url, asked);
  };

/** The mailer of the server in the settings; null without one. */
function mailerOf({ SMTP_URL, MAIL_FROM }: Config, { base }: Urls, meters: Meters): Mailer | null {
  const [server, from] = [readSmtpUrl(SMTP_URL ?? ''), readSender(MAIL_FROM ?? '')];
  return server && from && meters.mailer(createMailer({ server, from, name: new URL(base).hostname }));
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

/** Derives a separate key for each purpose (RFC 5869), so that a signature for one purpose is invalid for others. */
const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
