import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startServer, type HostileServer } from '../hostile/server.ts';

const boxMs = 60_000;

const createOrganization =
  'mutation ($title: String!) { createOrganization(input: { title: $title }) { organization { id } } }';

/** The members of answers that are read; an answer has some of them. */
interface Answered {
  readonly id: string;
  readonly title: string;
  readonly webhook: { readonly id: string };
  readonly items: readonly { readonly id: string; readonly position: number }[];
  readonly data: { readonly createOrganization: { readonly organization: { readonly id: string } } };
}

/** A database of its own, the servers on it, and an organization. */
export interface Place {
  readonly token: string;
  /** The servers that run now. */
  readonly servers: readonly [HostileServer, ...HostileServer[]];
  readonly organizationId: string;
  /** Sends a request to the first server as the administrator, and parses what it answers. Throws when it is refused. */
  ask(method: string, path: string, body?: unknown): Promise<Answered>;
  /** Makes an organization and returns its id. */
  makeOrganization(title: string): Promise<string>;
  /** Makes spaces in an organization, and returns their ids. */
  makeSpaces(organizationId: string, count: number): Promise<string[]>;
  /** Kills the last of the servers as a power failure does, and starts another one in its place. */
  replaceLast(): Promise<void>;
  close(): Promise<void>;
}

/** A place on PostgreSQL. */
export interface PostgresPlace extends Place {
  readonly databaseUrl: string;
}

/** Creates a database on a PostgreSQL server and starts two servers on it. `close` removes everything. */
export async function openPlace(adminUrl: string): Promise<PostgresPlace> {
  const name = `octavo_events_${process.pid}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const databaseUrl = url.href;
  await administer(adminUrl, `create database ${name}`);
  const place = await startServers(2, databaseUrl);
  return {
    ...place,
    databaseUrl,
    close: async () => {
      await place.close();
      await administer(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Starts one server on an embedded database. `close` removes everything. */
export const openEmbeddedPlace = (): Promise<Place> => startServers(1, undefined);

/** Starts servers on one data directory, one after the other. The first one makes the token. */
async function startServers(wanted: number, database: string | undefined): Promise<Place> {
  const files = await mkdtemp(join(tmpdir(), 'octavo-events-'));
  const start = () =>
    startServer({
      database,
      boxMs,
      environment: {
        DATA_DIR: files,
        MAX_IN_FLIGHT: '1000',
        MAX_IN_FLIGHT_PER_USER: '1000',
        IMPORT_ALLOW_HOSTS: '127.0.0.1',
        MAX_STREAMS: '10000',
        MAX_STREAMS_PER_USER: '10000',
      },
    });
  const servers: [HostileServer, ...HostileServer[]] = [await start()];
  const { token } = servers[0];
  while (servers.length < wanted) servers.push(await start());
  const ask: Place['ask'] = async (method, path, body) => {
    const { status, text } = await servers[0].call(method, path, body, token);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Answered;
  };
  const { items } = await ask('GET', '/v1/orgs');
  return {
    token,
    servers,
    organizationId: items[0]?.id ?? '',
    ask,
    makeOrganization: async (title) => {
      const { data } = await ask('POST', '/graphql', { query: createOrganization, variables: { title } });
      return data.createOrganization.organization.id;
    },
    makeSpaces: async (organizationId, count) => {
      const ids: string[] = [];
      for (let number = 0; number < count; number += 1) {
        const { id } = await ask('POST', `/v1/orgs/${organizationId}/spaces`, { title: `Space ${number}` });
        ids.push(id);
      }
      return ids;
    },
    replaceLast: async () => {
      const last = servers.length - 1;
      const killed = servers[last] ?? servers[0];
      killed.process.kill('SIGKILL');
      await once(killed.process, 'exit');
      servers[last] = await start();
    },
    close: async () => {
      const running = servers.filter(({ process: child }) => child.exitCode === null && child.signalCode === null);
      const ended = running.map(({ process: child }) => once(child, 'exit'));
      for (const server of running) server.process.kill();
      await Promise.all(ended);
      await rm(files, { recursive: true, force: true });
    },
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
