import { describe, expect, it } from 'vitest';
import { hasChromium } from '../browser.ts';
import { anOrganization, aSpace } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { aDesk, lookAt, openAs } from './desk-server.ts';

let owner: Caller;
let organizationId: string;

const desk = aDesk(async (server) => {
  ({ owner, id: organizationId } = await anOrganization(server, { title: 'Acme' }));
  return owner;
});

const open = () => desk.shared.page.goto(`${desk.base}/app/account`);

describe.runIf(hasChromium)('the account, at the desk', () => {
  it('a token is created with scopes, shown once, and revoked', async () => {
    const { page } = desk.shared;
    await open();
    await page.getByText('New token').click();
    await page.getByLabel('Name', { exact: true }).last().fill('Nightly export');
    await page.getByLabel('Organization', { exact: true }).selectOption('Acme');
    await page.getByLabel('Only what is chosen').check();
    await page.getByLabel('Change requests').selectOption('Read, write and merge');
    await page.getByRole('combobox', { name: 'Spaces', exact: true }).selectOption('Read');
    await page.getByRole('button', { name: 'Create the token' }).click();
    const secret = await page.getByLabel('The token “Nightly export”').inputValue();
    const used = async (path: string) =>
      (await fetch(desk.base + path, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await used(`/v1/orgs/${organizationId}/spaces`)).toBe(200);
    expect(await used(`/v1/orgs/${organizationId}/members`)).toBe(403);
    await page.reload();
    await page.getByText('Nightly export', { exact: true }).waitFor();
    expect(await page.getByLabel('The token “Nightly export”').count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => used(`/v1/orgs/${organizationId}/spaces`)).toBe(401);
    await expect.poll(() => page.getByText('Nightly export', { exact: true }).count()).toBe(0);
  });

  it('the name is changed everywhere, and a watched space is not watched any more', async () => {
    const { page } = desk.shared;
    const { id } = await aSpace(desk.server, organizationId, { title: 'Handbook' });
    await owner.graphql('mutation ($id: ID!) { watch(nodeId: $id, input: {}) { watch { id } } }', { id });
    await open();
    await page.getByLabel('Name', { exact: true }).first().fill('Olga Owner');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.menu summary', { hasText: 'Olga Owner' }).waitFor();
    await page.getByLabel('Notify me of 📄 Handbook').selectOption('Changed content');
    await page.getByRole('button', { name: 'Stop watching 📄 Handbook' }).click();
    await page.getByText('You are notified of what you take part in.').waitFor();
    const { body } = await owner.graphql('{ viewer { displayName watching { count } } }');
    expect(body.data.viewer).toEqual({ displayName: 'Olga Owner', watching: { count: 0 } });
  });

  it('the language goes with the person to every device', async () => {
    const { page } = desk.shared;
    await open();
    await page.locator('.menu summary').click();
    await page.getByLabel('Language of the desk').selectOption('Deutsch');
    await page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor();
    const { graphql } = owner;
    await expect.poll(async () => (await graphql('{ viewer { language } }')).body.data.viewer.language).toBe('de');
    const elsewhere = await openAs(desk, owner, { locale: 'fr' });
    await elsewhere.page.goto(`${desk.base}/app/account`);
    await elsewhere.page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor();
    expect(await elsewhere.page.locator('html').getAttribute('lang')).toBe('de');
    expect(elsewhere.complaints).toEqual([]);
    await elsewhere.close();
    await page.locator('.menu summary').click();
    await page.getByLabel('Sprache der Oberfläche').selectOption('English');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  });

  it('is whole, without barriers, in both schemes and at each width', async () => {
    const wrong = await lookAt(desk.shared, [['account', open, 'Account']]);
    expect(wrong).toEqual([]);
  });
});
