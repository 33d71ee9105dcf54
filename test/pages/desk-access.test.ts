import { describe, expect, it } from 'vitest';
import { hasChromium } from '../browser.ts';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { aSite } from '../site-factories.ts';
import { aDesk, lookAt } from './desk-server.ts';

let owner: Caller;
let reader: Caller;
let organizationId: string;
let teamId: string;
let collectionId: string;
let spaceId: string;
let siteId: string;

const desk = aDesk(async (server) => {
  ({ id: organizationId, owner } = await anOrganization(server, { title: 'Acme' }));
  reader = await aMember(server, organizationId, null);
  await reader.rest(`PATCH /v1/users/${reader.userId}`, { displayName: 'Rita Reader' });
  const other = await aMember(server, organizationId, null);
  await other.rest(`PATCH /v1/users/${other.userId}`, { displayName: 'Theo Teamed' });
  teamId = (await aTeam(server, organizationId, { title: 'Writers', members: [other] })).id;
  collectionId = (await aCollection(server, organizationId, { title: 'Shelf' })).id;
  spaceId = (await aSpace(server, organizationId, { title: 'Handbook', parentId: collectionId })).id;
  siteId = (await aSite(server, organizationId, { title: 'Docs' })).id;
  await aGrant(server, organizationId, { on: { collectionId }, to: { teamId }, role: 'edit' });
  return owner;
});

const open = (path: string) => desk.shared.page.goto(`${desk.base}${path}`);
const spaceOf = async (caller: Caller) => (await caller.rest(`GET /v1/spaces/${spaceId}`)).body;

describe('effectiveAccess', () => {
  it('names the grant that gives a role, also that of a team above, and none for a default or the membership', async () => {
    const { body } = await owner.graphql(
      `query ($id: ID!) { space(id: $id) { effectiveAccess(first: 10) { edges { node {
        user { displayName } role origin { type collectionId grant { team { title } user { id } } } } } } } }`,
      { id: spaceId },
    );
    const nodes = body.data.space.effectiveAccess.edges.map(({ node }: { node: object }) => node);
    expect(nodes).toEqual([
      {
        user: { displayName: 'Theo Teamed' },
        role: 'EDIT',
        origin: { type: 'COLLECTION', collectionId, grant: { team: { title: 'Writers' }, user: null } },
      },
      {
        user: { displayName: 'Example user' },
        role: 'ADMIN',
        origin: { type: 'ORGANIZATION', collectionId: null, grant: null },
      },
    ]);
  });
});

describe.runIf(hasChromium)('access, at the desk', () => {
  it('a person is granted a role, gets another one, and loses it', async () => {
    const { page } = desk.shared;
    await open(`/spaces/${spaceId}/access`);
    await page.getByText('by the team “Writers”, on the collection “Shelf”').waitFor();
    expect((await spaceOf(reader)).permissions?.view).toBeUndefined();
    await page.getByLabel('Grant access to a person or a team').fill('rita');
    await page.getByRole('button', { name: 'Add Rita Reader' }).click();
    await page.getByLabel('Role of Rita Reader').selectOption('Review');
    await page.locator('.row', { hasText: 'Rita Reader' }).getByText('granted').waitFor();
    await expect.poll(async () => (await spaceOf(reader)).permissions?.review).toBe(true);
    await page.getByRole('button', { name: 'Revoke the access of Rita Reader' }).click();
    await page.getByText('Nothing is granted here.').waitFor();
    expect((await spaceOf(reader)).permissions?.view).toBeUndefined();
    await page.getByLabel('Default access').selectOption('Comment');
    await page.locator('.row', { hasText: 'Rita Reader' }).getByText('by the default access').waitFor();
    expect((await spaceOf(reader)).permissions.comment).toBe(true);
    await page.getByLabel('Default access').selectOption('As above');
    await page.getByText('Follows from above: No access').waitFor();
  });

  it('a space gets a name and a sign, is locked, deleted and restored', async () => {
    const { page } = desk.shared;
    await open(`/spaces/${spaceId}/settings`);
    await page.getByLabel('Title').fill('Guide');
    await page.getByLabel('Emoji').fill('not an emoji');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field', { hasText: 'Emoji' }).locator('.wrong').waitFor();
    await page.getByLabel('Emoji').fill('📘');
    await page.getByLabel('Editing').selectOption('By change requests alone');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await spaceOf(owner)).toMatchObject({ title: 'Guide', emoji: '1f4d8', editMode: 'locked' });
    await page.getByRole('navigation', { name: 'Everything' }).getByRole('link', { name: '📘 Guide' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type its name to confirm').fill('Another');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect((await spaceOf(owner)).deletedAt).toBeUndefined();
    await dialog.getByLabel('Type its name to confirm').fill('Guide');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This space is deleted.').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    expect((await spaceOf(owner)).deletedAt).toBeUndefined();
  });

  it('every view of it is whole, without barriers, in both schemes and at each width', async () => {
    const wrong = await lookAt(desk.shared, [
      ['access-space', () => open(`/spaces/${spaceId}/access`), 'Access'],
      ['access-collection', () => open(`/collections/${collectionId}/access`), 'Access'],
      ['access-site', () => open(`/orgs/${organizationId}/sites/${siteId}/access`), 'Access'],
      ['settings-space', () => open(`/spaces/${spaceId}/settings`), 'Settings'],
      ['settings-collection', () => open(`/collections/${collectionId}/settings`), 'Settings'],
    ]);
    expect(wrong).toEqual([]);
  });
});
