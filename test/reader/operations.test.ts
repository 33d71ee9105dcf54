import { expect, it } from 'vitest';
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
});
