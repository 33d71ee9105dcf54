import { describe, expect, it } from 'vitest';
import { listViolations } from '../accessibility.ts';
import { hasChromium } from '../browser.ts';
import { aMember, anOrganization, aSpace } from '../factories.ts';
import { write } from '../visitors-world.ts';
import { aDesk, openAs } from './desk-server.ts';

const desk = aDesk();

describe.runIf(hasChromium)('templates at the desk', () => {
  it('are offered by a page, and begin pages and spaces', async () => {
    const { server } = desk;
    const { id: organizationId, owner } = await anOrganization(server, { title: 'Acme' });
    const { id: spaceId } = await aSpace(server, organizationId, { title: 'Handbook' });
    const pages = await write(owner, spaceId, [
      { operation: 'insert_page', ref: 'notes', title: 'Notes', document: { markdown: 'Agenda' } },
    ]);
    await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'Monday' });
    const { page, complaints, close } = await openAs(desk, owner);
    await page.goto(`${desk.base}/spaces/${spaceId}/pages/${pages.get('notes')}`);
    await page.getByRole('button', { name: 'Offer as a template' }).click();
    await page.getByText('It is offered as a template.').waitFor();

    await page.goto(`${desk.base}/spaces/${spaceId}/change-requests/1`);
    await page.getByRole('link', { name: 'Arrange pages' }).click();
    await page.getByText('New page', { exact: true }).click();
    await page.getByLabel('Title').fill('Notes of Monday');
    await page.getByLabel('Template').selectOption('Notes');
    await page.getByRole('button', { name: 'Add the page' }).click();
    await page.waitForURL(/\/pages\/pg_[\w-]+\/edit$/);
    const tree = await owner.rest(`GET /v1/spaces/${spaceId}/change-requests/1/content/pages`);
    expect(tree.body.pages.map(({ title }: { title: string }) => title)).toEqual(['Notes', 'Notes of Monday']);

    await page.goto(`${desk.base}/orgs/${organizationId}`);
    await page.getByText('New space', { exact: true }).click();
    expect(await listViolations(page)).toEqual([]);
    await page.getByLabel('Title').first().fill('Team Blue');
    await page.getByLabel('Template').selectOption('Notes');
    await page.getByRole('button', { name: 'Create the space' }).click();
    await page.waitForURL(/\/spaces\/spc_[\w-]+$/);
    await page.getByRole('link', { name: 'Notes' }).waitFor();

    await page.goto(`${desk.base}/orgs/${organizationId}`);
    await page.getByRole('button', { name: 'Remove Notes' }).click();
    await page.getByRole('button', { name: 'Remove Notes' }).waitFor({ state: 'detached' });
    expect((await owner.rest(`GET /v1/orgs/${organizationId}/templates`)).body.items).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.runIf(hasChromium)('freshness at the desk', () => {
  it('a page gets an owner and a review date, is listed when it is due, and found to be right', async () => {
    const { server } = desk;
    const { id: organizationId, owner } = await anOrganization(server, { title: 'Acme' });
    const { id: spaceId } = await aSpace(server, organizationId, { title: 'Handbook' });
    const pages = await write(owner, spaceId, [{ operation: 'insert_page', ref: 'p', title: 'Prices' }]);
    const pageId = pages.get('p') ?? '';
    const ada = await aMember(server, organizationId, 'edit');
    await ada.rest(`PATCH /v1/users/${ada.userId}`, { displayName: 'Ada Author' });
    const { page, complaints, close } = await openAs(desk, owner);
    await page.goto(`${desk.base}/spaces/${spaceId}/pages/${pageId}`);
    await page.getByText('Nobody has checked it yet.').waitFor();
    await page.getByText('Owner and review date').click();
    await page.getByLabel('Owner').fill('ada');
    await page.getByRole('button', { name: 'Add Ada Author' }).click();
    await page.getByRole('button', { name: 'Remove Ada Author' }).waitFor();
    await page.getByLabel('Review on').fill('2020-05-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('To review', { exact: true }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    const hers = await openAs(desk, ada);
    await hers.page.goto(`${desk.base}/app`);
    await hers.page.locator('#due', { hasText: 'Your pages to review' }).getByRole('link', { name: 'Prices' }).click();
    await hers.page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor();
    expect(hers.complaints).toEqual([]);
    await hers.close();
    await page.goto(`${desk.base}/app`);
    await page.locator('#notifications').waitFor();
    expect(await page.locator('#due').count()).toBe(0);
    await page.goto(`${desk.base}/orgs/${organizationId}/due`);
    await page.locator('.entry', { hasText: 'Owner: Ada Author' }).getByRole('link', { name: 'Prices' }).click();
    await page.getByRole('button', { name: 'It is right' }).click();
    await page.getByText('Found to be right by Example user').waitFor();
    await page.goto(`${desk.base}/orgs/${organizationId}/due`);
    await page.getByText('No page is due for review.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
