import { beforeAll, expect, it } from 'vitest';
import { aConnection } from '../git-factories.ts';
import { clock } from '../setup/clock.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('edit-links');
});

const read = (url: string) => {
  const { host, pathname } = new URL(url);
  return world.server.call(`GET ${pathname}`, undefined, { headers: { host } });
};

/** A site that shows links to edit its pages, whose space is connected with a repository in which one page has a file. */
async function aSyncedSite(editLinks: boolean) {
  const site = await aPlainSite(world, { visibility: 'public' });
  const { prisma } = world.server.platform.db;
  const { spaceId } = site;
  const directory = 'docs';
  await aConnection(world.server, { spaceId, directory, editLinks });
  const place = { url: 'https://github.com/acme/docs.git', ref: 'refs/heads/main', directory };
  const state = { importId: 'git_first', root: 'src/', commit: '1'.repeat(40), revisionId: 'rev_first' };
  await prisma.gitRepository.create({ data: { spaceId, ...place, ...state, updatedAt: clock.now() } });
  await prisma.importedSource.create({
    data: {
      spaceId,
      line: spaceId,
      importId: 'git_first',
      kind: 'page',
      key: 'guide.md',
      entryId: site.idOf('guide'),
      place: 0,
      state: {},
      updatedAt: clock.now(),
    },
  });
  const at = `PUT /v1/orgs/${world.organizationId}/sites/${site.id}/customization`;
  const { body: settings } = await world.owner.rest(at.replace('PUT', 'GET'));
  expect((await world.owner.rest(at, { ...settings, git: { showEditLink: true } })).status).toBe(200);
  return site;
}

it('a page of a connected space is edited in its file, where the connection says so', async () => {
  const site = await aSyncedSite(true);
  const page = String((await read(`${site.url}/guide`)).body);
  expect(page).toContain('href="https://github.com/acme/docs/edit/main/docs/src/guide.md"');
});

it('visitors are not told of a repository, unless the connection says so', async () => {
  const site = await aSyncedSite(false);
  const page = String((await read(`${site.url}/guide`)).body);
  expect(page).not.toContain('github.com');
  expect(page).toContain(`/spaces/${site.spaceId}/pages/${site.idOf('guide')}"`);
});

it('a page that is kept shows the link until the connection says otherwise, or ends', async () => {
  const site = await aSyncedSite(true);
  const shows = async () => String((await read(`${site.url}/guide`)).body).includes('github.com/acme/docs/edit/main');
  expect(await shows()).toBe(true);
  const connection = `/v1/spaces/${site.spaceId}/git`;
  for (const editLinks of [false, true]) {
    expect((await world.owner.rest(`PATCH ${connection}`, { editLinks })).status).toBe(200);
    expect(await shows()).toBe(editLinks);
  }
  expect((await world.owner.rest(`DELETE ${connection}`)).status).toBe(205);
  expect(await shows()).toBe(false);
});
