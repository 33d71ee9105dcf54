import { Client } from 'pg';
import { createServer } from '../../src/app/http/server.ts';
import { openPlatform, type Platform } from '../../src/app/process/platform.ts';
import { readConfig } from '../../src/config.ts';
import { issueToken } from '../../src/domain/people/tokens/issue.ts';
import { scopes } from '../../src/access/scopes.ts';
import { adminId, growthId, guestId, loadOrganization, loadUsers, mainStatements, memberOf } from './data.ts';
import { moreStatements } from './more-data.ts';
import { explainStatements, watchStatements, type Run } from './measure.ts';
import type { Answer, Call, Operation } from './operation.ts';

/** What a request cost. */
export interface Cost {
  readonly status: number;
  readonly text: string;
  /** The statements of the request. */
  readonly runs: readonly Run[];
  /** Processor time of the server. */
  readonly serverMs: number;
}

/** The pages of the database that a request read. */
export const buffersOf = ({ runs }: Cost): number => runs.reduce((sum, { buffers }) => sum + buffers, 0);

/** The server, in this process, on a database with generated organizations. */
export interface GrowthPlace {
  ask(call: Call): Promise<Cost>;
  close(): Promise<void>;
}

/** Sends the request of an operation, and the one before it. Returns what the first costs. */
export async function perform(place: GrowthPlace, { call, before }: Operation, size: number): Promise<Cost> {
  const made = before && (await place.ask(before(size)));
  if (made && made.status >= 300) throw new Error(`${made.status} ${made.text}`);
  const answer = made?.text.startsWith('{') ? (JSON.parse(made.text) as Answer) : {};
  return place.ask(call(size, answer));
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const urls = { base: 'http://octavo.test', app: 'http://octavo.test', sites: 'sites.test' };

/**
 * Starts the server on a migrated database, and loads an organization of each size that is missing. `dataDir` is for its files.
 */
export async function openGrowthPlace(
  databaseUrl: string,
  sizes: readonly number[],
  dataDir: string,
): Promise<GrowthPlace> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await explainStatements(client, new URL(databaseUrl).pathname.slice(1));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '1000000',
    SITE_SEARCHES_PER_MINUTE: '1000000',
    WORKER_PROCESSES: '1',
  });
  const platform = await openPlatform(config, { log: quiet, urls });
  await load(client, sizes);
  const tokens = new Map<string, string>();
  const people = {
    admin: adminId,
    guest: guestId,
    ...Object.fromEntries(sizes.map((size) => [memberOf(size), memberOf(size)])),
  };
  for (const [name, userId] of Object.entries(people)) tokens.set(name, await aToken(platform, userId));
  await client.query('vacuum analyze');
  await client.end();
  let runs: Run[] = [];
  watchStatements(platform.db.pool, (run) => runs.push(run));
  const app = await createServer(platform);
  return {
    ask: async ({ method, path, body, by = 'admin', host = 'octavo.test' }) => {
      runs = [];
      const token = tokens.get(by);
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const before = process.cpuUsage();
      const reply = await app.inject({
        method,
        url: path,
        headers: { host, ...authorization },
        ...(body && { payload: body }),
      });
      const { user, system } = process.cpuUsage(before);
      return { status: reply.statusCode, text: reply.body, runs, serverMs: (user + system) / 1_000 };
    },
    close: async () => {
      await app.close();
      await platform.close();
    },
  };
}

async function load(client: Client, sizes: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from users where id = '${adminId}' union all select id from organizations`,
  );
  const known = new Set(rows.map(({ id }) => id));
  if (!known.has(adminId)) await loadUsers(client);
  const missing = sizes.filter((size) => !known.has(growthId('org', size)));
  for (const size of missing) await loadOrganization(client, [...mainStatements(size), ...moreStatements(size)]);
}

const aToken = async ({ db, services }: Platform, userId: string) =>
  (
    await issueToken(
      { db: db.prisma, ...services },
      { userId, kind: 'user', name: 'growth', scopes, organizationId: null, expiresAt: null },
    )
  ).secret;
