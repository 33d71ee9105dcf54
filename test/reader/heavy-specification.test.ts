import { expect, it, vi } from 'vitest';
import { aProcessedSpec, minimalSpec, processedSpec } from '../openapi-specs.ts';
import { aServer } from '../app/own-server.ts';
import { aPlainSite, aSitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const words = 'Words with *marks* that say what an operation does. ';

/** A specification whose operations share a schema of three levels. */
const heavySpec = (operations: number) => {
  const level = (inner: object) => ({
    type: 'object',
    properties: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, inner])),
  });
  const schemas = {
    One: level({ type: 'string', description: words }),
    Two: level({ $ref: '#/components/schemas/One' }),
    Three: level({ $ref: '#/components/schemas/Two' }),
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Three' } } };
  const operation = { description: words.repeat(20), responses: { 200: { description: 'Yes', content } } };
  const paths = Array.from({ length: operations }, (_none, at) => [`/things/${at}`, { get: operation }] as const);
  return JSON.stringify(minimalSpec({ paths: Object.fromEntries(paths), components: { schemas } }));
};

const block = (spec: string, path: string, method: string) =>
  `{% openapi-operation spec="${spec}" path="${path}" method="${method}" %}\n[x](https://example.org)\n{% endopenapi-operation %}`;

const sectionsOf = (html: string) => html.split('<section class="operation">').slice(1);

it('the first view of a page of a heavy specification is answered, and reads the specification a few times', async () => {
  const world = await aSitesWorld('heavy');
  const site = await aPlainSite(world, { visibility: 'public' });
  const path = `/v1/orgs/${world.organizationId}/openapi/heavy`;
  await world.owner.rest(`PUT ${path}`, { source: { text: heavySpec(60) } });
  await processedSpec(world.owner, world.organizationId, 'heavy');
  await aProcessedSpec(world.owner, world.organizationId, 'pets');
  const blocks = Array.from({ length: 60 }, (_none, at) => block('heavy', `/things/${at}`, 'get'));
  const markdown = [...blocks, block('pets', '/pets/{id}', 'put'), words.repeat(100)].join('\n\n');
  await write(world.owner, site.spaceId, [{ operation: 'insert_page', title: 'Things', document: { markdown } }]);
  const { app } = await aServer({}, { config: { ...world.server.platform.config, TEXTS_TIMEOUT_MS: 1 } });
  const run = vi.spyOn(world.server.platform.services.workers.texts, 'run');
  const { host, pathname } = new URL(`${site.url}/things`);
  const reply = await app.inject({ url: pathname, headers: { host } });
  expect(reply.statusCode).toBe(200);
  expect(reply.body.match(/<section class="operation">/g)).toHaveLength(61);
  expect(reply.body).toContain('Replace a pet');
  // The last ones are short, and say so; each has its description.
  const ofHeavy = sectionsOf(reply.body).slice(0, 60);
  const isShort = ofHeavy.map((section) => section.includes('The rest is in the specification'));
  expect(isShort.indexOf(true)).toBeGreaterThan(5);
  expect(isShort.slice(isShort.indexOf(true))).not.toContain(false);
  expect(ofHeavy.filter((section) => section.includes('what an operation does'))).toHaveLength(60);
  expect((await app.inject({ url: pathname, headers: { host } })).body).toBe(reply.body);
  const readings = run.mock.calls.filter(([name]) => name === 'compileSpecParts').length;
  expect(readings).toBeGreaterThan(0);
  expect(readings).toBeLessThanOrEqual(10);
});

it('a specification that was read has its pages made, so that their first view computes nothing', async () => {
  const world = await aSitesWorld('made');
  const site = await aPlainSite(world, { visibility: 'public' });
  const path = `/v1/orgs/${world.organizationId}/openapi/made`;
  const blocks = Array.from({ length: 12 }, (_none, at) => block('made', `/things/${at}`, 'get')).join('\n\n');
  await world.owner.rest(`PUT ${path}`, { source: { text: heavySpec(1) } });
  await processedSpec(world.owner, world.organizationId, 'made');
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Things', document: { markdown: blocks } },
    { operation: 'insert_page', title: 'Few', document: { markdown: block('made', '/things/11', 'get') } },
  ]);
  await world.owner.rest(`PUT ${path}`, { source: { text: heavySpec(12) } });
  await processedSpec(world.owner, world.organizationId, 'made');
  const { texts } = world.server.platform.services.workers;
  const run = vi.spyOn(texts, 'run').mockClear();
  const { app } = await aServer();
  for (const [name, operations] of [
    ['things', 12],
    ['few', 1],
  ] as const) {
    const { host, pathname } = new URL(`${site.url}/${name}`);
    const reply = await app.inject({ url: pathname, headers: { host } });
    expect([reply.statusCode, sectionsOf(reply.body).length]).toEqual([200, operations]);
  }
  expect(run.mock.calls.map(([name]) => name)).toEqual([]);
});
