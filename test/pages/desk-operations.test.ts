import { afterAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../browser.ts';
import { aMember, anIntegration, anOrganization, aSpace } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { aReceiver, type Receiver } from '../webhook-receiver.ts';
import { aDesk, lookAt } from './desk-server.ts';

let receiver: Receiver;
let owner: Caller;
let organizationId: string;
let spaceId: string;
let webhook = '';

const desk = aDesk(async (server) => {
  receiver = await aReceiver();
  ({ id: organizationId, owner } = await anOrganization(server, { title: 'Acme' }));
  spaceId = (await aSpace(server, organizationId, { title: 'Handbook' })).id;
  return owner;
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

const open = (path: string) => desk.shared.page.goto(`${desk.base}/orgs/${organizationId}${path}`);
const openImport = () => desk.shared.page.goto(`${desk.base}/spaces/${spaceId}/import`);

describe.runIf(hasChromium)('imports, exports, webhooks and the audit log, at the desk', () => {
  it('a file is looked at first, then imported, and the space is exported', async () => {
    const { page } = desk.shared;
    // Jobs run at the address of the harness, which knows uploads by its own URLs.
    await page.route('**/uploads?*', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replace(desk.base, desk.server.platform.services.urls.base) });
    });
    await openImport();
    await page.getByLabel('Format').selectOption('Markdown');
    const file = Buffer.from('# Welcome\n\nSee [nothing](missing.md).\n');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'welcome.md', mimeType: 'text/markdown', buffer: file });
    await page.getByRole('button', { name: 'Look first' }).click();
    await page.getByText('Nothing is written yet.').waitFor();
    await page.locator('.row', { hasText: 'Welcome' }).getByText('broken links: 1').waitFor();
    const titles = async () => {
      const query = 'query ($id: ID!) { space(id: $id) { content { allPages { title } } } }';
      const { body } = await owner.graphql(query, { id: spaceId });
      return body.data.space.content.allPages.map(({ title }: { title: string }) => title);
    };
    expect(await titles()).toEqual([]);
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.waitForURL('**/jobs/*');
    await page.getByText('Imported: 1 of 1').waitFor();
    expect(await titles()).toEqual(['Welcome']);
    await openImport();
    await page.getByRole('button', { name: 'Export' }).click();
    const link = page.getByRole('link', { name: /^Download/ });
    await link.waitFor();
    const archive = await fetch((await link.getAttribute('href')) ?? '');
    expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);
  });

  it('all of them are in the list of the organization, the latest first', async () => {
    const { page } = desk.shared;
    await open('/jobs');
    const jobs = page.locator('.row');
    await jobs.first().getByRole('link', { name: 'Export of a space' }).waitFor();
    await jobs.first().getByText('Done', { exact: true }).waitFor();
    expect(await jobs.count()).toBe(3);
    await jobs.last().getByRole('link', { name: 'Preview of an import' }).click();
    await page.getByText('Would be imported: 1 of 1').waitFor();
  });

  it('an import that cannot be read says why', async () => {
    const { page } = desk.shared;
    await openImport();
    await page.getByLabel('An address').check();
    await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/docs.zip');
    await page.getByRole('button', { name: 'Look first' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/127\.0\.0\.1|connect|fetch/i);
  });

  it('a webhook is created, tested, sent to again, paused and deleted', async () => {
    const { page } = desk.shared;
    await open('/webhooks');
    await page.getByText('New webhook').click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Description').fill('Deploy');
    await page.getByLabel('Only these').check();
    await page.getByRole('checkbox', { name: 'Spaces', exact: true }).check();
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    expect(await page.getByLabel(`Secret of ${receiver.url}`).inputValue()).toMatch(/.{20}/);
    await page.getByRole('link', { name: 'Deploy' }).click();
    await page.getByText('Nothing was sent yet.').waitFor();
    webhook = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { body } = await owner.rest(`GET /v1/orgs/${organizationId}/webhooks/${webhook}`);
    expect(body).toMatchObject({ url: receiver.url, types: ['space.*'], active: true });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Arrived: 200').waitFor();
    await owner.rest(`PATCH /v1/spaces/${spaceId}`, { title: 'Guide' });
    await expect.poll(() => receiver.calls.some(({ body: sent }) => sent['type'] === 'space.updated')).toBe(true);
    const deliveries = `GET /v1/orgs/${organizationId}/webhooks/${webhook}/deliveries`;
    await expect.poll(async () => (await owner.rest(deliveries)).body.items[0]?.state).toBe('delivered');
    await page.reload();
    await page.locator('.entry .status', { hasText: 'Delivered 200' }).waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('Request', { exact: true }).getByText('space.updated').waitFor();
    const calls = receiver.calls.length;
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.calls.length).toBeGreaterThan(calls);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'New secret …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret …' }).click();
    expect(await page.getByLabel('New secret', { exact: true }).inputValue()).toMatch(/.{20}/);
  });

  it('the audit log is filtered by what was done, by whom and when, and downloaded', async () => {
    const { page } = desk.shared;
    await open('/audit');
    await page.getByLabel('What was done').selectOption('A webhook was added.');
    await page.getByText('A webhook was added.').last().waitFor();
    await expect.poll(() => page.locator('.entry').count()).toBe(1);
    await page.getByLabel('By whom').selectOption('Example user');
    await page.getByRole('button', { name: new URL(receiver.url).host }).click();
    await page.getByRole('button', { name: /^Only/ }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
    expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining('"webhook.created","Example user"')]);
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('No entries.').waitFor();
  });

  it('a webhook of one space alone names it', async () => {
    const { page } = desk.shared;
    await open('/webhooks');
    await page.getByText('New webhook').click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Events of').selectOption({ label: '📄 Guide' });
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.locator('.row').getByRole('link', { name: 'Space', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor();
    const { items } = (await owner.rest(`GET /v1/orgs/${organizationId}/webhooks`)).body;
    expect(items.map(({ space }: { space?: string }) => space ?? null)).toEqual([spaceId, null]);
  });

  it('a deleted space is restored from the trash, which only admins see', async () => {
    const { page } = desk.shared;
    const member = await aMember(desk.server, organizationId, 'create');
    const query = 'query ($id: ID!) { organization(id: $id) { deletedSpaces { edges { node { id } } } } }';
    expect((await member.graphql(query, { id: organizationId })).body.errors[0].extensions.type).toBe('forbidden');
    await open('/trash');
    await page.getByText('Nothing was deleted').waitFor();
    await owner.rest(`DELETE /v1/spaces/${spaceId}`);
    await page.reload();
    await page.getByRole('button', { name: /^Restore/ }).click();
    await page.getByText('Nothing was deleted').waitFor();
    expect((await owner.rest(`GET /v1/spaces/${spaceId}`)).body.deletedAt).toBeUndefined();
  });

  it('an integration is installed, paused and uninstalled', async () => {
    const { page } = desk.shared;
    const configurations = {
      account: {
        properties: {
          project: { type: 'string', title: 'Project' },
          limit: { type: 'number', title: 'Most rows', default: 10 },
          quiet: { type: 'boolean', title: 'Quiet' },
          color: { type: 'string', title: 'Color', enum: ['red', 'blue'] },
        },
        required: ['project'],
      },
    };
    await anIntegration(desk.server, organizationId, { title: 'Reports', configurations });
    await open('/integrations');
    await page.getByRole('button', { name: 'Install Reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
    await page.getByText('Waits for its settings').waitFor();
    await page.locator('.row', { hasText: 'Waits for' }).getByRole('link', { name: 'Reports' }).click();
    await page.getByLabel('Project').fill('north');
    expect(await page.getByLabel('Most rows').inputValue()).toBe('10');
    await page.getByLabel('Quiet').check();
    await page.getByLabel('Color').selectOption('blue');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const configured = await owner.graphql(
      'query ($id: ID!) { organization(id: $id) { installations { edges { node { status configuration } } } } }',
      { id: organizationId },
    );
    expect(configured.body.data.organization.installations.edges).toEqual([
      { node: { status: 'ACTIVE', configuration: { project: 'north', limit: 10, quiet: true, color: 'blue' } } },
    ]);
    await open('/integrations');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const { body } = await owner.graphql(
      'query ($id: ID!) { organization(id: $id) { installations { edges { node { status } } } } }',
      { id: organizationId },
    );
    expect(body.data.organization.installations.edges).toEqual([{ node: { status: 'PAUSED' } }]);
    await page.getByRole('button', { name: 'Uninstall Reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    await page.getByText('Nothing is installed yet.').waitFor();
  });

  it('every view of them is whole, without barriers, in both schemes and at each width', async () => {
    const wrong = await lookAt(desk.shared, [
      ['import', openImport, 'Import and export'],
      ['webhooks', () => open('/webhooks'), 'Webhooks'],
      ['webhook', () => open(`/webhooks/${webhook}`), 'Deploy'],
      ['trash', () => open('/trash'), 'Trash'],
      ['integrations', () => open('/integrations'), 'Integrations'],
      ['audit', () => open('/audit'), 'Audit log'],
    ]);
    expect(wrong).toEqual([]);
  });
});
