import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, hasChromium, type SharedPage } from '../browser.ts';
import { anOrganization, aSpace } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { lookAt, openAs, startDesk, type DeskServer } from './desk-server.ts';

let desk: DeskServer;
let shared: SharedPage;
let owner: Caller;
let organizationId: string;
let siteId = '';

beforeAll(async () => {
  desk = await startDesk();
  ({ id: organizationId, owner } = await anOrganization(desk.server, { title: 'Acme' }));
  for (const title of ['Handbook', 'Reference', 'Changes']) await aSpace(desk.server, organizationId, { title });
  if (hasChromium) shared = await openAs(desk, owner);
});
afterAll(async () => {
  await desk.app.close();
  await closeBrowser();
});

const open = (path: string) => shared.page.goto(`${desk.base}/orgs/${organizationId}${path}`);
const site = async (part = '') => (await owner.rest(`GET /v1/orgs/${organizationId}/sites/${siteId}${part}`)).body;
const sections = async () =>
  (await site('/sections')).items.map(({ title, path }: { title: string; path: string }) => [title, path]);

describe.runIf(hasChromium)('sites, at the desk', () => {
  it('a site is created, filled, sorted, published and unpublished', async () => {
    const { page } = shared;
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
    await titles.nth(2).dragTo(titles.nth(1));
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
    const { page } = shared;
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
    const { page } = shared;
    await open(`/sites/${siteId}/customization`);
    await page.getByLabel('Theme').selectOption('Bold');
    await page.getByLabel('Main color, light').fill('#aa0000');
    await page.getByLabel('Announcement', { exact: true }).fill('We have moved.');
    await page.getByLabel('Download as PDF').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
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

  it('every view of it is whole, without barriers, in both schemes and at each width', async () => {
    const wrong = await lookAt(shared, [
      ['site', () => open(`/sites/${siteId}`), 'Docs'],
      ['site-structure', () => open(`/sites/${siteId}/structure`), 'Structure'],
      ['site-settings', () => open(`/sites/${siteId}/settings`), 'Settings'],
      ['site-customization', () => open(`/sites/${siteId}/customization`), 'Customization'],
    ]);
    expect(wrong).toEqual([]);
  });
});
