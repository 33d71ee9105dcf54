import { describe, expect, it } from 'vitest';
import { listViolations } from '../accessibility.ts';
import { hasChromium } from '../browser.ts';
import { aMember, anOrganization, aSpace } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { aMergingWorld, changed, edit } from '../rest/authoring/merging-world.ts';
import { write } from '../visitors-world.ts';
import { aDesk, openAs, shoot } from './desk-server.ts';

let owner: Caller;
let member: Caller;
let spaceId: string;
let pageId: string;
let at: string;

const desk = aDesk(async (server) => {
  const organization = await anOrganization(server, { title: 'Acme' });
  owner = organization.owner;
  member = await aMember(server, organization.id, 'admin');
  spaceId = (await aSpace(server, organization.id, { title: 'Handbook' })).id;
  const document = { markdown: `Begin.\n\n${'Line.\n\n'.repeat(60)}## Zeppelins\n\nA zeppelin *floats*.` };
  const pages = await write(owner, spaceId, [{ operation: 'insert_page', ref: 'p', title: 'Airships', document }]);
  pageId = pages.get('p') ?? '';
  await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'Better words' });
  await owner.graphql('mutation ($id: ID!) { watch(nodeId: $id, input: {}) { watch { level } } }', { id: spaceId });
  at = `/v1/spaces/${spaceId}/change-requests/1`;
  return null;
});

const say = async (path: string, markdown: string, more: object = {}) =>
  (await member.rest(`POST ${path}`, { body: { markdown }, ...more })).body.id as string;

/** The id of the element with the focus. */
const focused = 'document.activeElement.id';

describe.runIf(hasChromium)('an address with a comment', () => {
  it('opens what is commented on, and the comment has the focus', async () => {
    const onPage = await say(`/v1/spaces/${spaceId}/comments`, 'On the page', { page: pageId });
    const onSpace = await say(`/v1/spaces/${spaceId}/comments`, 'On the space');
    const onRequest = await say(`${at}/comments`, 'On the change request');
    const resolved = await say(`${at}/comments`, 'Settled');
    await member.rest(`PUT ${at}/comments/${resolved}`, { resolved: true });
    const reply = await say(`${at}/comments/${onRequest}/replies`, 'A reply');
    const { page, complaints, close } = await openAs(desk, owner);
    const lead = async (words: string, id: string, heading: string) => {
      await page.goto(`${desk.base}/app`);
      await page.locator(`#notifications a[href$="#${id}"]`, { hasText: words }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await expect.poll(() => page.evaluate(focused)).toBe(id);
      expect(await page.locator(`#${id}`).isVisible()).toBe(true);
    };
    await lead('commented', onPage, 'Airships');
    await lead('commented', onSpace, 'Handbook');
    await lead('commented', onRequest, 'Better words');
    await lead('commented', resolved, 'Better words');
    await lead('replied', reply, 'Better words');
    await page.getByText('Settled').waitFor({ state: 'hidden' });
    // As in a link that somebody was sent.
    await page.goto(`${desk.base}/spaces/${spaceId}/change-requests/1#${resolved}`);
    await expect.poll(() => page.evaluate(focused)).toBe(resolved);
    await page.getByText('Settled').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.goto(`${desk.base}/spaces/${spaceId}/pages/${pageId}#zeppelins`);
    await expect.poll(() => page.evaluate(focused)).toBe('zeppelins');
    await page.goto(`${desk.base}/spaces/${spaceId}#%E0%A4`);
    await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows one that is not on the first page of threads', async () => {
    const first = await say(`${at}/comments`, 'Number 0');
    for (let n = 0; n < 21; n += 1) await say(`${at}/comments/${first}/replies`, `Reply ${n}`);
    for (let n = 1; n < 51; n += 1) await say(`${at}/comments`, `Number ${n}`);
    const last = await say(`${at}/comments`, 'The last one');
    const reply = await say(`${at}/comments/${first}/replies`, 'The last reply');
    const { page, close } = await openAs(desk, owner);
    await page.goto(`${desk.base}/spaces/${spaceId}/change-requests/1#${last}`);
    await expect.poll(() => page.evaluate(focused)).toBe(last);
    await page.goto('about:blank');
    await page.goto(`${desk.base}/spaces/${spaceId}/change-requests/1#${reply}`);
    await expect.poll(() => page.evaluate(focused)).toBe(reply);
    await page.goto('about:blank');
    await page.goto(`${desk.base}/spaces/${spaceId}/change-requests/1#cmt_nowhere`);
    await page.getByRole('alert').waitFor();
    await close();
  });
});

describe.runIf(hasChromium)('what waits for somebody', () => {
  it('has where they are mentioned, and their change requests with conflicts', async () => {
    const { server } = desk;
    const { id, owner: ada } = await anOrganization(server, { title: 'Acme' });
    const world = await aMergingWorld(server, id, ada);
    await world.inRequest(edit(world.pages.a, changed('two', 'zwo')));
    await world.onMain(edit(world.pages.a, changed('two', 'zwei')));
    await ada.rest(`PATCH ${world.at}`, { subject: 'In two minds', status: 'open' });
    const grace = await aMember(server, id, 'comment');
    await grace.rest(`PATCH /v1/users/${grace.userId}`, { displayName: 'Grace Hopper' });
    const writing = await openAs(desk, ada);
    await writing.page.goto(`${desk.base}/app`);
    const mine = writing.page.locator('#mine .entry', { hasText: 'In two minds' });
    await mine.getByText('has conflicts').waitFor();
    await writing.page.goto(`${desk.base}/spaces/${world.spaceId}`);
    await writing.page.getByLabel('Your comment').fill('Is this right, @grac');
    await writing.page.getByLabel('Your comment').press('End');
    await writing.page.getByLabel('Your comment').pressSequentially('e');
    await writing.page.getByRole('button', { name: 'Mention Grace Hopper' }).click();
    expect(await listViolations(writing.page)).toEqual([]);
    await writing.page.getByRole('button', { name: 'Comment', exact: true }).click();
    await writing.page.getByRole('link', { name: '@Grace Hopper' }).waitFor();
    const reading = await openAs(desk, grace);
    await reading.page.goto(`${desk.base}/app`);
    const said = reading.page.locator('#addressed .entry');
    await said.getByText('You are mentioned').waitFor();
    await said.getByRole('link').click();
    await reading.page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
    await reading.page.goto(`${desk.base}/app`);
    await reading.page.getByText('Nobody has written to you since.').waitFor();
    expect([...writing.complaints, ...reading.complaints]).toEqual([]);
    await Promise.all([writing.close(), reading.close()]);
  });
});

describe.runIf(hasChromium)('notifications', () => {
  it('are read one by one or all at once, and older ones are shown when asked for', async () => {
    for (let n = 0; n < 40; n += 1) await say(`/v1/spaces/${spaceId}/comments`, `Note ${n}`);
    const { page, complaints, close } = await openAs(desk, owner);
    await page.goto(`${desk.base}/app#notifications`);
    const entries = page.locator('#notifications .entry');
    await expect.poll(() => entries.count()).toBe(30);
    await expect.poll(() => page.evaluate(focused)).toBe('notifications');
    await page.locator('#notifications').getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => entries.count()).toBeGreaterThan(39);
    const unread = page.locator('#notifications .entry.new');
    await expect.poll(() => unread.count()).toBeGreaterThan(39);
    const before = await unread.count();
    await unread.first().getByRole('button', { name: 'Mark as read' }).click();
    await expect.poll(() => unread.count()).toBe(before - 1);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => unread.count()).toBe(0);
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.runIf(hasChromium)('the search', () => {
  it('is used by keys alone', async () => {
    const { page, complaints, close } = await openAs(desk, owner);
    await page.goto(`${desk.base}/app`);
    await page.getByRole('heading', { level: 1, name: 'For you' }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await page.keyboard.type('zeppel');
    await dialog.getByRole('option', { name: 'Airships › Zeppelins' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await shoot(page, 'finder-1280-light');
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('option', { selected: true, name: 'Airships › Zeppelins' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Airships' }).waitFor();
    await expect.poll(() => page.evaluate(focused)).toBe('zeppelins');

    await page.keyboard.press('/');
    await dialog.getByRole('combobox').fill('handb');
    await dialog.getByRole('option', { name: 'Handbook' }).waitFor();
    await dialog.getByRole('radio', { name: 'Sites' }).check();
    await dialog.getByText('Nothing was found').waitFor();
    await dialog.getByRole('radio', { name: 'Spaces' }).check();
    await dialog.getByRole('option', { name: 'Handbook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('marks what it has found, in all organizations or in one', async () => {
    const other = await anOrganization(desk.server, { title: 'Beta', owner });
    const beta = (await aSpace(desk.server, other.id, { title: 'Beta book' })).id;
    const document = { markdown: 'A zeppelin too' };
    await write(owner, beta, [{ operation: 'insert_page', title: 'Beta ships', document }]);
    const { page, complaints, close } = await openAs(desk, owner);
    await page.goto(`${desk.base}/app/search?q=zeppelin`);
    await page.getByRole('link', { name: 'Beta ships' }).waitFor();
    await page.locator('mark', { hasText: 'zeppelin' }).first().waitFor();
    await page.getByLabel('Organization').selectOption('Acme');
    await page.getByRole('link', { name: 'Beta ships' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Airships' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
