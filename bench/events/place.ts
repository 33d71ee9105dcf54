import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startServer, type Call, type HostileServer } from '../hostile/server.ts';

const boxMs = 60_000;

const createOrganization =
  'mutation ($title: String!) { createOrganization(input: { title: $title }) { organization { id } } }';

/** The members of answers that are read; an answer has some of them. */
interface Answered {
  readonly id: string;
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly position: number }[];
  readonly data: { readonly createOrganization: { readonly organization: { readonly id: string } } };
}

/** A database of its own, the servers on it, and an organization. */
export interface Place {
  readonly databaseUrl: string;
  readonly token: string;
  /** The servers that run now. */
  readonly servers: HostileServer[];
  /** The one that is never replaced. */
  readonly server: HostileServer;
  readonly organizationId: string;
  /** Sends a request to one of the servers as the administrator, and parses what it answers. Throws when it is refused. */
  ask(call: Call, method: string, path: string, body?: unknown): Promise<Answered>;
  /** Makes an organization and returns its id. */
  makeOrganization(title: string): Promise<string>;
  /** Makes spaces in an organization, and returns their ids. */
  makeSpaces(organizationId: string, count: number): Promise<string[]>;
  /** Kills a server as a power failure does, and starts another one in its place. */
  replace(at: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates a database on a PostgreSQL server and starts two servers on it. `close` removes everything. */
export async function openPlace(adminUrl: string): Promise<Place> {
  const name = `octavo_events_${process.pid}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const databaseUrl = url.href;
  await administer(adminUrl, `create database ${name}`);
  const files = await mkdtemp(join(tmpdir(), 'octavo-events-'));
  const start = () =>
    startServer({
      database: databaseUrl,
      boxMs,
      environment: {
        DATA_DIR: files,
        MAX_IN_FLIGHT: '1000',
        MAX_IN_FLIGHT_PER_USER: '1000',
        MAX_STREAMS: '10000',
        MAX_STREAMS_PER_USER: '10000',
      },
    });
  const first = await start();
  const servers = [first, await start()];
  const { token } = first;
  const ask: Place['ask'] = async (call, method, path, body) => {
    const { status, text } = await call(method, path, body, token);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Answered;
  };
  const { items } = await ask(first.call, 'GET', '/v1/orgs');
  return {
    databaseUrl,
    token,
    servers,
    server: first,
    organizationId: items[0]?.id ?? '',
    ask,
    makeOrganization: async (title) => {
      const { data } = await ask(first.call, 'POST', '/graphql', { query: createOrganization, variables: { title } });
      return data.createOrganization.organization.id;
    },
    makeSpaces: async (organizationId, count) => {
      const ids: string[] = [];
      for (let number = 0; number < count; number += 1) {
        // oxlint-disable-next-line no-await-in-loop
        const { id } = await ask(first.call, 'POST', `/v1/orgs/${organizationId}/spaces`, { title: `Space ${number}` });
        ids.push(id);
      }
      return ids;
    },
    replace: async (at) => {
      const killed = servers[at];
      if (!killed) throw new Error(`There is no server ${at}`);
      killed.process.kill('SIGKILL');
      await once(killed.process, 'exit');
      servers[at] = await start();
    },
    close: async () => {
      const running = servers.filter(({ process: child }) => child.exitCode === null && child.signalCode === null);
      const ended = running.map(({ process: child }) => once(child, 'exit'));
      for (const server of running) server.process.kill();
      await Promise.all(ended);
      await administer(adminUrl, `drop database ${name} with (force)`);
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
