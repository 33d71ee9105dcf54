import { expect, it, vi } from 'vitest';
import { aProcessedSpec } from '../openapi-specs.ts';
import { aPlainSite, aSitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

it('an operation of a specification is shown with its parameters, body and responses, without a script', async () => {
  const world = await aSitesWorld('operating');
  const site = await aPlainSite(world, { visibility: 'public' });
  await aProcessedSpec(world.owner, world.organizationId, 'pets');
  const markdown =
    '{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}\n[x](https://example.org)\n{% endopenapi-operation %}';
  await write(world.owner, site.spaceId, [{ operation: 'insert_page', title: 'Replace', document: { markdown } }]);
  const { host, pathname } = new URL(`${site.url}/replace`);
  const { body } = await world.server.call(`GET ${pathname}`, undefined, { headers: { host } });
  const [, operation = ''] = /<section class="operation">(.*)<\/section>/s.exec(body) ?? [];
  const words = operation.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(words).toMatch(
    /Replace a pet PUT \/pets\/\{id\} .*id integer .*kind string.* cat.*200 The pet.*kind.*404 No such pet/,
  );
  expect(operation).not.toContain('<script');
  expect(body).toMatch(/<link rel="stylesheet" href="[^"]*\/operations\.[0-9a-f]+\.css">/);
  const found = await world.server.call(`GET ${new URL(site.url).pathname}/~/search?q=kind`, undefined, {
    headers: { host, accept: 'application/json' },
  });
  expect(found.body.results[0]).toMatchObject({ title: 'Replace' });
  const { body: text } = await world.server.call(`GET ${pathname}.md`, undefined, { headers: { host } });
  expect(text).toMatch(/\n### Replace a pet\n\n`PUT \/pets\/\{id\}`\n[^]*404` No such pet/);
  expect(text).not.toContain('{%');
  const home = await world.server.call(`GET ${new URL(site.url).pathname}/`, undefined, { headers: { host } });
  expect(home.body).not.toContain('operations.');
});

it('a version of a specification is read once for all views of its operations, and a new one with the next view', async () => {
  const world = await aSitesWorld('rereading');
  const site = await aPlainSite(world, { visibility: 'public' });
  await aProcessedSpec(world.owner, world.organizationId, 'pets');
  const markdown =
    '{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}\n[x](https://example.org)\n{% endopenapi-operation %}';
  await write(world.owner, site.spaceId, [{ operation: 'insert_page', title: 'Replace', document: { markdown } }]);
  const { host, pathname } = new URL(`${site.url}/replace`);
  const view = async () => String((await world.server.call(`GET ${pathname}`, undefined, { headers: { host } })).body);
  const get = vi.spyOn(world.server.platform.services.storage, 'get');
  try {
    expect(await view()).toContain('Replace a pet');
    const reads = get.mock.calls.length;
    expect(reads).toBeGreaterThan(0);
    expect(await view()).toContain('Replace a pet');
    expect(get.mock.calls.length).toBe(reads);
    await aProcessedSpec(world.owner, world.organizationId, 'pets', 'Swap a pet');
    expect(await view()).toContain('Swap a pet');
  } finally {
    get.mockRestore();
  }
});

it('an operation in a reusable content is shown where the content is included', async () => {
  const world = await aSitesWorld('reusing');
  const site = await aPlainSite(world, { visibility: 'public' });
  await aProcessedSpec(world.owner, world.organizationId, 'pets');
  const operation =
    '{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}\n[x](https://example.org)\n{% endopenapi-operation %}';
  await write(world.owner, site.spaceId, [
    { operation: 'insert_reusable_content', title: 'Shared', document: { markdown: operation } },
    {
      operation: 'insert_page',
      title: 'Including',
      document: { markdown: 'Before\n\n{% include "shared.md" %}' },
    },
  ]);
  const { host, pathname } = new URL(`${site.url}/including`);
  const { body } = await world.server.call(`GET ${pathname}`, undefined, { headers: { host } });
  expect(body).toMatch(/Before.*<section class="operation">.*Replace a pet/s);
  expect(body).toMatch(/<link rel="stylesheet" href="[^"]*\/operations\.[0-9a-f]+\.css">/);
  const { body: text } = await world.server.call(`GET ${pathname}.md`, undefined, { headers: { host } });
  expect(text).toMatch(/Before\s+### Replace a pet\n/);
});
