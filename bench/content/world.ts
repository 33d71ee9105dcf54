import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { createServer } from '../../src/app/http/server.ts';
import type { Context } from '../../src/domain/core/context.ts';
import { Meter } from './meter.ts';
import { openBeside } from './platform.ts';

/** A platform on a separate database, with a user who has all permissions. */
export interface World {
  readonly context: () => Context;
  /** Sends a REST request in process. Throws unless the response is 200. */
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body: object) => Promise<Answer>;
  readonly meter: Meter;
  /** A separate database connection. */
  readonly client: Client;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly bytes: number;
  json<Body>(): Body;
}

/** Creates a database beside the given one. It is dropped when the world is closed. */
export async function openWorld(databaseUrl: string): Promise<World> {
  const statements: string[] = [];
  // The time limits are the defaults of the settings, so that results are realistic.
  const own = await openBeside(databaseUrl, { RATE_LIMIT_PER_MINUTE: '1000000' }, (text) => void statements.push(text));
  const { context, secret } = own;
  const app = await createServer(own.platform);
  const client = new Client({ connectionString: own.databaseUrl });
  await client.connect();
  await client.query('create extension pg_walinspect');
  return {
    context,
    get: (path) => ask(app, secret, { method: 'GET', url: path }),
    post: (path, payload) => ask(app, secret, { method: 'POST', url: path, payload }),
    meter: new Meter(client, statements),
    client,
    close: async () => {
      await client.end();
      await app.close();
      await own.close();
    },
  };
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: object;
}

async function ask(app: FastifyInstance, secret: string, request: Request): Promise<Answer> {
  const reply = await app.inject({ ...request, headers: { authorization: `Bearer ${secret}` } });
  if (reply.statusCode >= 300) throw new Error(`${request.url} answered ${reply.statusCode}: ${reply.body}`);
  return { bytes: reply.rawPayload.length, json: () => reply.json() };
}
