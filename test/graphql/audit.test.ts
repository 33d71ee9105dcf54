import type { FastifyInstance } from 'fastify';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { startServer } from '../harness.ts';

let app: FastifyInstance;
let url: string;
let token: string;

beforeAll(async () => {
  const server = await startServer();
  token = (await server.aUser()).secret;
  app = await createServer(server.platform);
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
});
afterAll(() => app.close());

const audits = serverAudits({
  url: () => url,
  fetchFn: (input: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  },
});

describe('GraphQL over HTTP, with authentication and limits on', () => {
  it('the audit includes every expected audit of GraphQL over HTTP', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    'the audit %s of GraphQL over HTTP passes: %s',
    async (_id, _name, audit) => {
      const result = await audit.fn();
      expect('reason' in result ? result.reason : result.status).toBe('ok');
    },
  );
});
