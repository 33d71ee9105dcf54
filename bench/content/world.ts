import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { contextOf } from '../../src/app/process/context.ts';
import { openPlatform } from '../../src/app/process/platform.ts';
import { createServer } from '../../src/app/http/server.ts';
import { readConfig } from '../../src/config.ts';
import type { Context } from '../../src/domain/context.ts';
import { allScopes } from './actor.ts';
import { Meter } from './meter.ts';

/** A platform on its own database, with a user who may do everything. */
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
  const admin = new Client({ connectionString: databaseUrl });
  await admin.connect();
  const name = `octavo_bench_content_${process.pid}`;
  await admin.query(`create database ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const statements: string[] = [];
  // The time limits are those of the product, so that results are realistic.
  const platform = await openPlatform(readConfig({ DATABASE_URL: url.href, RATE_LIMIT_PER_MINUTE: '1000000' }), {
    log: { info: () => undefined, warn: () => undefined, error: console.error },
    urls: { base: 'http://octavo.test', app: 'http://octavo.test', sites: 'sites.test' },
    onStatement: (text) => void statements.push(text),
  });
  const app = await createServer(platform);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query('create extension pg_walinspect');
  const { userId, secret } = await allScopes(platform);
  const actor = { userId, tokenId: 'tok_bench', scopes: 'all', organizationId: null, isInstanceAdmin: false } as const;
  return {
    context: () => contextOf(platform.services, platform.db, actor, 'req_bench'),
    get: (path) => ask(app, secret, { method: 'GET', url: path }),
    post: (path, payload) => ask(app, secret, { method: 'POST', url: path, payload }),
    meter: new Meter(client, statements),
    client,
    close: async () => {
      await client.end();
      await app.close();
      await platform.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
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
