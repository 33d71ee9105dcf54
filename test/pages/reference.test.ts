import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPages } from '../../src/app/pages/pages.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { allOrEvery } from '../setup/size.ts';
import { threadWorkers } from './thread-workers.ts';

const accept = 'text/html';
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  registerPages(app, { baseUrl: 'https://docs.example/octavo', workers: threadWorkers });
  await app.ready();
});
afterAll(() => app.close());

const read = async (url: string) => (await app.inject({ url, headers: { accept } })).body;

type Items = Record<string, Record<string, { operationId: string }>>;
const { paths, webhooks } = openapi('1') as { paths: Items; webhooks: Items };
const operations = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId }]) => ({ path, method, operationId })),
);

describe('/docs', () => {
  it('lists every operation and webhook of the OpenAPI document once, with a link to its page', async () => {
    const body = await read('/docs');
    const main = body.slice(body.indexOf('<main>'));
    const listed = [
      ...main.matchAll(/href="\/octavo\/docs\/(\w+)"\s*><span class="method (\w+)">[A-Z]+<\/span> <code>([^<]+)</g),
    ];
    const expected = operations.map(({ operationId, method, path }) => [operationId, method, path]);
    expect(listed.map(([, ...parts]) => parts).toSorted()).toEqual(expected.toSorted());
  });
});

describe('/docs/{operationId}', () => {
  it('shows parameters, body, scope, responses and requests of an operation', async () => {
    const body = await read('/docs/updateSpaceById');
    const text = body
      .slice(body.indexOf('<main>'))
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    for (const words of ['Update a space', 'PATCH /v1/spaces/{spaceId}', 'token space:write', 'If-Match', 'mergeRules'])
      expect(text).toContain(words);
    expect(text).toContain('https://docs.example/octavo/v1/spaces/');
    expect(body).toContain('aria-current="page"');
  });

  it('compiles every operation', async () => {
    for (const { operationId } of allOrEvery(12, operations, 0)) {
      const { statusCode, body } = await app.inject({ url: `/docs/${operationId}`, headers: { accept } });
      expect([operationId, statusCode, body.includes('class="route"')]).toEqual([operationId, 200, true]);
    }
  });

  it('an id that no operation has is a page with status 404', async () => {
    const { statusCode, body } = await app.inject({ url: '/docs/nothing', headers: { accept } });
    expect([statusCode, body.includes('Operation not found')]).toEqual([404, true]);
  });
});
