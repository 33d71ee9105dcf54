import { EventEmitter, once } from 'node:events';
import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../browser.ts';
import { anOidcProvider, anOrganization, aSpace } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { write } from '../visitors-world.ts';
import { aDesk, lookAt } from './desk-server.ts';
import { dragOnto } from './drag.ts';

let owner: Caller;
let organizationId: string;
let siteId = '';
let handbook = '';
let ids: ReadonlyMap<string, string>;

const desk = aDesk(async (server) => {
  ({ id: organizationId, owner } = await anOrganization(server, { title: 'Acme' }));
  handbook = (await aSpace(server, organizationId, { title: 'Handbook' })).id;
  const reference = (await aSpace(server, organizationId, { title: 'Reference' })).id;
  await write(owner, reference, [{ operation: 'insert_page', ref: 'page', title: 'Overview' }]);
  await aSpace(server, organizationId, { title: 'Changes' });
  const markdown = 'Begin.\n\n## Zeppelins\n\nA zeppelin floats.';
  ids = await write(owner, handbook, [
    { operation: 'insert_page', ref: 'page', title: 'Airships', document: { markdown } },
    { operation: 'insert_files', files: [{ name: 'terms.txt', ref: 'file', base64: 'aGVsbG8=' }] },
  ]);
  return owner;
});

const open = (path: string) => desk.shared.page.goto(`${desk.base}/orgs/${organizationId}${path}`);
const site = async (part = '') => (await owner.rest(`GET /v1/orgs/${organizationId}/sites/${siteId}${part}`)).body;
const sections = async () =>
  (await site('/sections')).items.map(({ title, path }: { title: string; path: string }) => [title, path]);

describe.runIf(hasChromium)('sites, at the desk', () => {
  it('a site is created, filled, sorted, published and unpublished', async () => {
    const { page } = desk.shared;
    await open('');
    await page.getByText('New site').click();
    await page.locator('details[open]').getByLabel('Title').fill('Docs');
    await page.getByRole('button', { name: 'Create the site' }).click();
    await page.getByRole('heading', { level: 1, name: 'Structure' }).waitFor();
    siteId = page.url().split('/').at(-2) ?? '';
    const find = page.getByLabel('Add a space');
    await find.fill('handbook');
    await page.getByRole('button', { name: 'Add Handbook', exact: true }).click();
    await page.locator('.parts strong', { hasText: 'Handbook' }).waitFor();
    for (const title of ['Reference', 'Changes']) {
      await find.fill(title);
      await page.getByRole('button', { name: `As a section: ${title}` }).click();
      await page.locator('.parts strong', { hasText: title }).first().waitFor();
    }
    const titles = page.locator('.list > .parts > li > .row strong');
    const [first = ''] = await titles.allTextContents();
    await page.getByRole('button', { name: 'Move Changes up' }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => titles.allTextContents()).toEqual([first, 'Changes', 'Reference']);
    await dragOnto(titles.nth(2), titles.nth(1), 0.5, page.locator('.parts > li.over'));
    await expect.poll(() => titles.allTextContents()).toEqual([first, 'Reference', 'Changes']);
    await page.getByRole('button', { name: 'Show first: Reference' }).click();
    await page.locator('.parts > li', { hasText: 'Reference' }).first().getByText('Shown first').first().waitFor();
    await page.getByLabel('Change Changes').first().click();
    const form = page.locator('.edit-part[open]');
    await form.getByLabel('Title').fill('News');
    await form.getByLabel('Path').fill('not a path');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.locator('.wrong').waitFor();
    await form.getByLabel('Path').fill('news');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.locator('.parts code', { hasText: '/news' }).waitFor();
    expect(await sections()).toContainEqual(['News', 'news']);
    await page.getByText('New group').click();
    await page.locator('.panel').getByLabel('Title').fill('More');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('.parts strong', { hasText: 'More' }).waitFor();

    await open(`/sites/${siteId}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();
    expect((await site()).published).toBe(true);
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    expect((await site()).published).toBe(false);
  });

  it('its readers, domain and share links are set', async () => {
    const { page } = desk.shared;
    await open(`/sites/${siteId}/settings`);
    await page.getByLabel('Who reads it').selectOption('Those with a share link');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await site()).visibility).toBe('share-link');
    await page.getByLabel('Name', { exact: true }).fill('The board');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByText('The board').waitFor();
    await page.getByRole('button', { name: 'Revoke The board' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Only those who have one can read the site.').waitFor();
    await page.getByLabel('Domain').fill('docs.acme.example');
    await page.getByRole('button', { name: 'Use this domain' }).click();
    await page.getByLabel('Value of the record').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').waitFor();
  });

  it('its look is changed, and what was not touched stays inherited', async () => {
    const { page } = desk.shared;
    await open(`/sites/${siteId}/customization`);
    // Beside it stands the first page as it would be, before anything is saved.
    const shown = page.frameLocator('.look iframe');
    await shown.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const buttons = () =>
      shown.locator(':root').evaluate((root) => getComputedStyle(root).getPropertyValue('--primary'));
    const before = await buttons();
    await page.getByLabel('Theme').selectOption('Bold');
    await page.getByLabel('Main color, light').fill('#aa0000');
    await page.getByLabel('Announcement', { exact: true }).fill('We have moved.');
    await page.getByLabel('Download as PDF').uncheck();
    await shown.getByText('We have moved.').waitFor();
    await expect.poll(buttons).not.toBe(before);
    expect((await site('/customization')).announcement?.message).toBeUndefined();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    const { body } = await owner.graphql(
      `query ($id: ID!) { site(id: $id) { customization { styling { theme corners primaryColor { light } } announcement { message } pdf { enabled } } } }`,
      { id: siteId },
    );
    expect(body.data.site.customization).toEqual({
      styling: { theme: 'BOLD', corners: 'ROUNDED', primaryColor: { light: '#aa0000' } },
      announcement: { message: 'We have moved.' },
      pdf: { enabled: false },
    });
  });

  it('its old addresses lead on, and are found by a part of their path', async () => {
    const { page } = desk.shared;
    await open(`/sites/${siteId}/redirects`);
    const panel = page.locator('.panel');
    await panel.getByText('New redirect').click();
    await panel.getByLabel('To', { exact: true }).selectOption('Another address');
    await panel.getByLabel('Address', { exact: true }).fill('https://acme.example/new');
    await panel.getByLabel('From the path').fill('no path');
    await panel.getByRole('button', { name: 'Create the redirect' }).click();
    await panel.locator('.wrong').waitFor();
    await panel.getByLabel('From the path').fill('/old/page');
    await panel.getByRole('button', { name: 'Create the redirect' }).click();
    await page.locator('.row', { hasText: '/old/page' }).getByText('https://acme.example/new').waitFor();
    await panel.getByLabel('To', { exact: true }).selectOption('A section');
    await panel.getByLabel('Section', { exact: true }).selectOption('News');
    await panel.getByLabel('From the path').fill('/changes');
    await panel.getByRole('button', { name: 'Create the redirect' }).click();
    await page.locator('.row', { hasText: '/changes' }).getByText('A section · News').waitFor();
    await page.getByLabel('A part of the path').fill('old');
    await page.getByText('/changes', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove /old/page' }).click();
    await page.getByText('Nothing is found.').waitFor();
    const { items } = await site('/redirects');
    expect(items.map(({ source }: { source: string }) => source)).toEqual(['/changes']);
  });

  it('its visitors sign in by a provider, or by tokens of a server whose key is made anew', async () => {
    const { page } = desk.shared;
    await anOidcProvider(desk.server, organizationId);
    await open(`/sites/${siteId}/visitors`);
    await page.getByText('It counts once the site is for those who sign in.').waitFor();
    await page.getByLabel('Identity provider').selectOption('Example');
    await page.getByLabel('Members of the organization alone').check();
    await page.getByLabel('Address of your sign-in').fill('https://acme.example/sign-in');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const key = page.getByLabel('Key for tokens of visitors');
    const before = await key.inputValue();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
    await expect.poll(() => key.inputValue()).not.toBe(before);
    const { body } = await owner.graphql(
      'query ($id: ID!) { site(id: $id) { visitorAuth { membersOnly fallbackUrl privateKey } } }',
      { id: siteId },
    );
    expect(body.data.site.visitorAuth).toEqual({
      membersOnly: true,
      fallbackUrl: 'https://acme.example/sign-in',
      privateKey: await key.inputValue(),
    });
  });

  it('its header and footer get links, which are sorted and removed', async () => {
    const { page } = desk.shared;
    await open(`/sites/${siteId}/customization`);
    const header = page.locator('section', { has: page.getByRole('heading', { name: 'Links in the header' }) });
    for (const title of ['Blog', 'Shop']) {
      await header.getByRole('button', { name: 'Add a link' }).click();
      await header.getByLabel('Title').last().fill(title);
      await header.getByLabel('Address').last().fill(`https://acme.example/${title}`);
    }
    await header.getByRole('button', { name: 'Save' }).click();
    await header.getByRole('button', { name: 'Move Shop up' }).click();
    await header.getByRole('button', { name: 'Save' }).click();
    const footer = page.locator('section', { has: page.getByRole('heading', { name: 'Links in the footer' }) });
    await footer.getByRole('button', { name: 'New group' }).click();
    await footer.getByLabel('Title').first().fill('About');
    await footer.getByLabel('Title').last().fill('Imprint');
    await footer.getByLabel('Address').fill('https://acme.example/imprint');
    await footer.getByRole('button', { name: 'Save' }).click();
    const look = async () =>
      (
        await owner.graphql(
          'query ($id: ID!) { site(id: $id) { customization { header { links { title to { url } } } footer { groups { title links { title } } } } } }',
          { id: siteId },
        )
      ).body.data.site.customization;
    await expect.poll(look).toEqual({
      header: {
        links: [
          { title: 'Shop', to: { url: 'https://acme.example/Shop' } },
          { title: 'Blog', to: { url: 'https://acme.example/Blog' } },
        ],
      },
      footer: { groups: [{ title: 'About', links: [{ title: 'Imprint' }] }] },
    });
    // What is changed while a save is read back stays.
    const isRead = (request: Request) => request.postData()?.includes('query SiteCustomizationView') ?? false;
    const held = new EventEmitter();
    const released = once(held, 'released');
    await page.route('**/graphql', async (route) => {
      if (isRead(route.request())) await released;
      await route.continue();
    });
    const readBack = page.waitForResponse((answer) => isRead(answer.request()));
    await header.getByLabel('Title').last().fill('Journal');
    await header.getByRole('button', { name: 'Save' }).click();
    await header.getByText('Saved.').waitFor();
    await header.getByLabel('Title').last().fill('Blog');
    held.emit('released');
    await (await readBack).finished();
    await page.unroute('**/graphql');
    await header.getByRole('button', { name: 'Move Journal up' }).waitFor();
    expect(await header.getByLabel('Title').last().inputValue()).toBe('Blog');
    await header.getByText('Add a link to a page or file').click();
    await header.getByLabel('Page or heading').fill('zeppelins');
    await header.getByRole('button', { name: 'Add Airships' }).click();
    await header.getByRole('button', { name: 'Add Zeppelins' }).click();
    await header.getByLabel('Files of').selectOption(handbook);
    await header.getByRole('button', { name: 'Add terms.txt' }).click();
    await header.getByLabel('Title').last().fill('Terms');
    await page.frameLocator('.look iframe').getByRole('link', { name: 'Terms' }).first().waitFor();
    await header.getByRole('button', { name: 'Save' }).click();
    const targets = `query ($id: ID!) { site(id: $id) { customization { header { links { title to { kind pageId anchor fileId } } } } } }`;
    const links = async () =>
      (await owner.graphql(targets, { id: siteId })).body.data.site.customization.header.links.slice(2);
    const [pageId, fileId] = [ids.get('page'), ids.get('file')];
    await expect.poll(links).toEqual([
      { title: 'Airships', to: { kind: 'PAGE', pageId, anchor: null, fileId: null } },
      { title: 'Zeppelins', to: { kind: 'ANCHOR', pageId, anchor: 'zeppelins', fileId: null } },
      { title: 'Terms', to: { kind: 'FILE', pageId: null, anchor: null, fileId } },
    ]);
    // What leads to places of the service is saved again as it is.
    await open(`/sites/${siteId}/customization`);
    await header.getByRole('button', { name: 'Remove Blog' }).click();
    await header.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await links()).map(({ title }: { title: string }) => title))
      .toEqual(['Zeppelins', 'Terms']);
    await footer.getByRole('button', { name: 'Remove About' }).click();
    await footer.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await look()).footer.groups).toEqual([]);
  });

  it('every view of it is whole, without barriers, in both schemes and at each width', async () => {
    const wrong = await lookAt(desk.shared, [
      ['site', () => open(`/sites/${siteId}`), 'Docs'],
      ['site-structure', () => open(`/sites/${siteId}/structure`), 'Structure'],
      ['site-settings', () => open(`/sites/${siteId}/settings`), 'Settings'],
      ['site-customization', () => open(`/sites/${siteId}/customization`), 'Customization'],
    ]);
    expect(wrong).toEqual([]);
  });
});
