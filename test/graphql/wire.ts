import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { ServerParts } from '../../src/app/http/server-context.ts';
import { createServer } from '../../src/app/http/server.ts';
import { anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

export const strict = 'application/graphql-response+json';
export const requestId = expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/) as string;

/** Sends GraphQL requests over HTTP as a member of an organization. */
export interface Wire {
  readonly server: Harness;
  readonly ada: Caller;
  readonly organizationId: string;
  readonly inject: (options: InjectOptions, app?: FastifyInstance) => ReturnType<typeof send>;
  readonly post: (body: unknown, headers?: Record<string, string>, app?: FastifyInstance) => ReturnType<typeof send>;
  readonly get: (
    query: Record<string, string>,
    headers?: Record<string, string>,
    app?: FastifyInstance,
  ) => ReturnType<typeof send>;
  readonly anonymous: (body: object, app?: FastifyInstance) => ReturnType<typeof send>;
  readonly bearer: { readonly authorization: string };
  /** Creates a server with other settings on the same database. */
  anotherServer(config: Partial<ServerParts['config']>, parts?: Partial<ServerParts>): Promise<FastifyInstance>;
  close(): Promise<unknown>;
}

/** The shared server, with a new organization and its owner. */
export async function openWire(): Promise<Wire> {
  const server = await startServer();
  const { id, owner } = await anOrganization(server, { title: 'Analytical Engines' });
  const opened: FastifyInstance[] = [];
  const bearer = { authorization: `Bearer ${owner.secret}` };
  const inject: Wire['inject'] = (options, app = server.app) => send(app, options);
  return {
    server,
    ada: owner,
    organizationId: id,
    bearer,
    inject,
    post: (body, headers = {}, app = server.app) =>
      send(app, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer, ...headers },
        payload: JSON.stringify(body),
      }),
    get: (query, headers = {}, app = server.app) =>
      send(app, { method: 'GET', query, headers: { ...bearer, ...headers } }),
    anonymous: (body, app = server.app) => send(app, { method: 'POST', payload: body }),
    anotherServer: async (config, parts = {}) => {
      const { platform } = server;
      const app = await createServer({ ...platform, config: { ...platform.config, ...config }, ...parts });
      opened.push(app);
      return app;
    },
    close: () => Promise.all(opened.map((app) => app.close())),
  };
}

/** Removes the cost, which has a test of its own. */
function withoutCost({ extensions: _cost, ...body }: any): any {
  return body;
}

async function send(app: FastifyInstance, options: InjectOptions) {
  const response = await app.inject({ url: '/graphql', ...options });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson ? withoutCost(JSON.parse(response.body)) : undefined,
  };
}
