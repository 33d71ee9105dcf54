import { afterAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../browser.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { gitServer, type GitServer } from '../git-server.ts';
import type { Caller } from '../harness.ts';
import { aDesk, lookAt } from './desk-server.ts';

let git: GitServer;
let owner: Caller;
let spaceId: string;

const desk = aDesk(async (server) => {
  git = await gitServer();
  const { id: organizationId, owner: admin } = await anOrganization(server, { title: 'Acme' });
  owner = admin;
  spaceId = (await aSpace(server, organizationId, { title: 'Handbook' })).id;
  return owner;
});
afterAll(async () => {
  await git[Symbol.asyncDispose]();
});

const open = () => desk.shared.page.goto(`${desk.base}/spaces/${spaceId}/git`);
const connection = async () => (await owner.rest(`GET /v1/spaces/${spaceId}/git`)).body;

describe.runIf(hasChromium)('the repository of a space, at the desk', () => {
  it('is connected, synced, paused, changed and disconnected', async () => {
    const { page } = desk.shared;
    git.repository('docs.git', { 'README.md': '# Welcome\n\nHello.\n' });
    git.switches = { credential: 'git:right' };
    await open();
    await page.getByLabel('Repository').fill(git.url('docs.git'));
    await page.getByLabel('Token', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token', { exact: true }).fill('right');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    expect(await page.getByLabel('Secret of the webhook').inputValue()).toMatch(/^whsec_/);
    expect(await connection()).toMatchObject({ url: git.url('docs.git'), ref: 'refs/heads/main', direction: 'both' });

    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/^(This is what a sync would bring|Both sides are equal)\.$/).waitFor();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.waitForURL('**/jobs/*');
    await page.getByText('Done', { exact: true }).waitFor();
    await open();
    await page.locator('.entry', { hasText: 'new: 1' }).first().waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect((await connection()).status).toBe('paused');
    await page.getByLabel('Direction').selectOption('From Git to the space alone');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await connection()).toMatchObject({ direction: 'import', hasToken: true });
    expect(await lookAt(desk.shared, [['git-connected', open, 'Git']])).toEqual([]);

    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/git`)).status).toBe(404);
    expect(await lookAt(desk.shared, [['git', open, 'Git']])).toEqual([]);
  });
});
