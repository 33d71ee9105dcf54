import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { createServer } from '../src/app/http/server.ts';
import { startJobs } from '../src/app/process/jobs.ts';
import { contextOf, originOf } from '../src/app/process/context.ts';
import { openPlatform, type Platform } from '../src/app/process/platform.ts';
import { readConfig } from '../src/config.ts';
import { idsFrom } from '../src/lib/ids.ts';
import { scopes as allScopes, type Scope } from '../src/access/scopes.ts';
import type { Actor } from '../src/access/actor.ts';
import type { Context } from '../src/domain/core/context.ts';
import { newToken } from '../src/domain/people/tokens/issue.ts';
import { routes } from '../src/rest/__generated__/routes.ts';
import { findFaults } from './bodies.ts';
import { watchInputs } from './declared-facts.ts';
import { pathPattern } from './contract/path-pattern.ts';
import { problemOfReply } from './contract/resources/check-reply.ts';
import { insert, insertTogether } from './insert.ts';
import { testJobs } from './jobs.ts';
import { clock } from './setup/clock.ts';
import { backgroundEnded } from './setup/background.ts';
import { clockSettings } from './setup/chance.ts';
import { databaseOfWorker } from './setup/engine.ts';
import { patience, patienceMs } from './setup/patience.ts';
import { runDirectory } from './setup/run-directory.ts';
import { embeddedTemplate } from './setup/templates.ts';
import { afterStart, idBytes, randomBytes } from './setup/seed.ts';

/** Origin of the URLs in answers. */
export const baseUrl = 'http://octavo.test';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Parsed JSON, or the text. */
  readonly body: any;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A user who calls the API: REST by signature, GraphQL by document. */
export interface Caller {
  readonly userId: string;
  readonly secret: string;
  /** `rest('PATCH /v1/spaces/spc_1', { title: 'New' })` */
  rest(signature: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  graphql(query: string, variables?: Record<string, unknown>, options?: CallOptions): Promise<Reply>;
  /** The context of a domain call as this user. */
  context(): Context;
}

export interface Harness {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  /** TXT records that DNS returns, by name. */
  readonly txtRecords: Map<string, readonly string[]>;
  /** Starts to listen on the first call, and returns the URL. The test files of a process share it. */
  listen(): Promise<string>;
  /**
   * SQL statements sent since the last reset of this test file. `settled` waits until the background work has ended, and so
   * does `reset`: the work of an earlier test would be counted with the next request.
   */
  readonly statements: {
    readonly texts: string[];
    reset(): Promise<void>;
    settled(): Promise<void>;
    /** Keeps no statements until the next reset, since those of all files would fill the memory. */
    forget(): void;
  };
  aUser(overrides?: Partial<UserValues>): Promise<Caller>;
  as(userId: string, token?: { scopes?: readonly Scope[]; organizationId?: string }): Promise<Caller>;
  /**
   * Starts another runner of jobs in the place of the present one. A runner looks for jobs once more some seconds after one has
   * failed, perhaps of an earlier test file, and would then take what a test wants to take itself.
   */
  restartRunner(): Promise<void>;
  /** Sends a request without a token. */
  call(signature: string, body?: unknown, options?: CallOptions): Promise<Reply>;
}

interface UserValues {
  readonly displayName: string;
  readonly email: string | null;
  readonly isInstanceAdmin: boolean;
}

// One server per test process, because each server needs a database.
const shared = globalThis as { octavoHarness?: Promise<Harness> };

/**
 * Starts the server in this process, on the database of this test run (see test/setup/engine.ts). A server whose
 * in-memory database has stopped is replaced, so that a failure in one file does not affect others.
 */
export async function startServer(): Promise<Harness> {
  const running = await shared.octavoHarness;
  if (running && (await isDatabaseUp(running))) {
    running.statements.forget();
    return running;
  }
  shared.octavoHarness = open();
  await shared.octavoHarness;
  afterStart();
  return shared.octavoHarness;
}

const isDatabaseUp = async ({ platform }: Harness) =>
  platform.db.pool.query('select').then(
    () => true,
    () => false,
  );

const isNoteOfUse = /^\s*update api_tokens set "lastUsedAt"/;

async function open(): Promise<Harness> {
  watchInputs();
  const run = runDirectory();
  const url = await databaseOfWorker();
  const loadDataDir = url === null ? await embeddedTemplate() : undefined;
  const config = readConfig({
    ...(url === null ? {} : { DATABASE_URL: url }),
    DATA_DIR: join(run, String(process.pid)),
    RATE_LIMIT_PER_MINUTE: '1000000',
    SITE_SEARCHES_PER_MINUTE: '1000000',
    AUTH_FAILURES_PER_MINUTE: '1000000',
    SIGN_INS_PER_MINUTE: '1000000',
    MAX_IN_FLIGHT: '1000000',
    MAX_IN_FLIGHT_PER_USER: '1000000',
    TOKEN_CACHE_MS: '0',
    // Each takes two seconds of processor time to start, and the requests of a test mostly follow each other.
    WORKER_PROCESSES: '1',
    ...patience,
    IMPORT_ALLOW_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'silent',
  });
  let areKept = false;
  const statements = {
    texts: [] as string[],
    reset: async () => {
      await statements.settled();
      // The statements of its look for a job that has failed before would be counted.
      await restartRunner();
      statements.texts.length = 0;
      areKept = true;
    },
    settled: () => backgroundEnded(platform, runner),
    forget: () => {
      statements.texts.length = 0;
      areKept = false;
    },
  };
  const faults: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object) => void faults.push(fields),
  };
  const txtRecords = new Map<string, readonly string[]>();
  const tasks = new URL('setup/tasks.mjs', import.meta.url);
  tasks.searchParams.set('run', run);
  // Worker processes have an empty environment.
  for (const [name, value] of Object.entries(clockSettings())) tasks.searchParams.set(name, value);
  const platform = await openPlatform(config, {
    log,
    now: clock.now,
    newId: idsFrom(idBytes),
    resolveTxt: async (name) => txtRecords.get(name) ?? [],
    urls: { base: baseUrl, app: baseUrl, sites: 'sites.test' },
    embedded: { dataDir: null, ...(loadDataDir === undefined ? {} : { loadDataDir }) },
    // A token notes its use once a minute, so this statement would be counted by chance.
    onStatement: (text) => void (areKept && !isNoteOfUse.test(text) && statements.texts.push(text)),
    tasks,
    // Each start takes as much processor time as several imports of a test, which may be far apart on a busy machine.
    idleTimes: { texts: patienceMs, bulk: patienceMs },
  });
  const { jobSignals } = platform.services;
  const { wakeDispatch } = jobSignals;
  // What tells webhooks and people of events would be counted by chance: while statements are kept, it waits.
  jobSignals.wakeDispatch = () => (areKept ? undefined : wakeDispatch());
  const app = await createServer(platform);
  // Jobs start when this process creates them. Polling for other jobs would add to the counted statements.
  const runJobs = () => startJobs(platform, { looksAround: false, more: testJobs });
  let runner = runJobs();
  const restartRunner = async () => {
    const earlier = runner;
    runner = runJobs();
    await earlier.stop(patienceMs);
  };
  const call = callerOf(app, faults);
  const aToken = (userId: string, token: Parameters<Harness['as']>[1] = {}) => {
    const actor: Actor = {
      userId,
      tokenId: 'tok_test',
      scopes: token.scopes ? new Set(token.scopes) : 'all',
      organizationId: token.organizationId ?? null,
      isInstanceAdmin: false,
    };
    const { db, services } = platform;
    const { secret, row } = newToken(services, {
      userId,
      kind: 'user',
      name: 'test',
      scopes: token.scopes ?? allScopes,
      organizationId: token.organizationId ?? null,
      expiresAt: null,
    });
    const authorized = (options: CallOptions = {}) => ({
      headers: { authorization: `Bearer ${secret}`, ...options.headers },
    });
    const caller: Caller = {
      userId,
      secret,
      rest: (signature, body, options) => call(signature, body, authorized(options)),
      graphql: async (query, variables, options) => {
        const reply = await call('POST /graphql', { query, variables }, authorized(options));
        // Removes the cost, which has a test of its own.
        const { extensions: _cost, ...body } = reply.body as Record<string, unknown>;
        return { ...reply, body };
      },
      context: () => contextOf(services, db, actor, { requestId: 'req_test', origin: originOf('service') }),
    };
    // A token that has been used a moment ago notes no use, which would be one more statement for each.
    return { caller, row: { ...row, lastUsedAt: clock.now() } };
  };
  const as: Harness['as'] = async (userId, token) => {
    const { caller, row } = aToken(userId, token);
    await insert(platform, 'api_tokens', row);
    return caller;
  };
  const aUser: Harness['aUser'] = async (overrides = {}) => {
    const id = platform.services.newId('usr');
    const email = `${randomBytes(6).toString('hex')}@example.org`;
    const user = { id, displayName: 'Example user', email, emailVerified: true, ...overrides };
    const { caller, row } = aToken(id);
    await insertTogether(platform, ['users', user], ['api_tokens', row]);
    return caller;
  };
  let address: Promise<string> | undefined;
  const listen = () => (address ??= app.listen({ host: '127.0.0.1', port: 0 }));
  return { platform, app, txtRecords, listen, statements, restartRunner, aUser, as, call };
}

const errorSchema = { $ref: '#/components/schemas/Error' };

// Compiled once, because each request of a test is matched against all routes.
const patterns = routes.map((route) => ({ route, pattern: pathPattern(route.path) }));

/**
 * Creates a function that sends a request. A stream is closed when it has begun. It checks that the status is not 5xx, and that every REST body matches its
 * resource or the schema of errors.
 */
function callerOf(app: FastifyInstance, faults: unknown[]): Harness['call'] {
  return async (signature, payload, options = {}) => {
    const [method = '', url = ''] = signature.split(/ (.*)/s);
    const isStream = patterns.some(({ route, pattern }) => route.stream && pattern.test(url.split('?')[0] ?? ''));
    const response = await app.inject({
      method: method as 'GET',
      url,
      payloadAsStream: isStream,
      headers: { ...options.headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    if (isStream && response.statusCode === 200) {
      response.raw.res.destroy();
      return { status: 200, headers: response.headers, body: '' };
    }
    const text = isStream ? await readText(response.stream()) : response.body;
    const isJson = String(response.headers['content-type']).includes('json');
    const body: unknown = text !== '' && isJson ? JSON.parse(text) : text;
    if (response.statusCode >= 500)
      expect.fail(
        `${signature} answered ${response.statusCode}: ${text} ${String((faults.at(-1) as { err?: { stack?: string } } | undefined)?.err?.stack)}`,
      );
    checkAgainstContract(method, url, response.statusCode, body);
    const problem = problemOfReply(method, url, response.statusCode, body);
    if (problem !== undefined) expect.fail(`Not as the contract says: ${problem}`);
    return { status: response.statusCode, headers: response.headers, body };
  };
}

function checkAgainstContract(method: string, url: string, status: number, body: unknown) {
  const [path = ''] = url.split('?');
  const route = patterns.find((candidate) => candidate.route.method === method && candidate.pattern.test(path))?.route;
  if (status >= 400 && path.startsWith('/v1') && body !== '')
    expect(findFaults(errorSchema, body), `${method} ${path} against the shape of errors`).toBeNull();
  if (!route || status >= 300) return;
  expect(status, `${method} ${route.path}`).toBe(route.status);
  if (route.schema === null) expect(body).toBe('');
  else expect(findFaults(route.schema, body), `${method} ${route.path} against its resource`).toBeNull();
}
