import { expect, it } from 'vitest';
import { aSitesWorld } from '../published-sites.ts';
import { aSite, aSiteSpace, write } from '../visitors-world.ts';

it('where a space begins without a page, the site says that nothing is there yet, also when its pages are hidden from the reader', async () => {
  const world = await aSitesWorld('empty');
  const { id: siteId, basename } = await aSite(world.server, world.organizationId, { visibility: 'public' });
  const { spaceId } = await aSiteSpace(world.server, { ...world, siteId }, { path: 'main', isDefault: true });
  const { host, pathname } = new URL(`${world.base}/${basename}/`);
  const readStart = () => world.server.call(`GET ${pathname}`, undefined, { headers: { host } });
  const isEmpty = { status: 404, body: expect.stringContaining('<h1>Nothing here yet</h1>') };
  expect(await readStart()).toMatchObject(isEmpty);
  await write(world.owner, spaceId, [{ operation: 'insert_page', title: 'Secret', condition: 'visitor.claims.beta' }]);
  expect(await readStart()).toMatchObject(isEmpty);
  await write(world.owner, spaceId, [{ operation: 'insert_page', title: 'First' }]);
  expect((await readStart()).status).toBe(200);
});
