import { describe, expect, it } from 'vitest';
import { hasChromium } from '../browser.ts';
import { aMember, anOrganization, aTeam } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { aDesk, lookAt } from './desk-server.ts';

let owner: Caller;
let other: Caller;
let organizationId: string;
let teamId: string;

const desk = aDesk(async (server) => {
  ({ id: organizationId, owner } = await anOrganization(server, { title: 'Acme', inviteLinks: true }));
  other = await aMember(server, organizationId, 'read');
  await other.rest(`PATCH /v1/users/${other.userId}`, { displayName: 'Rita Reader' });
  teamId = (await aTeam(server, organizationId, { title: 'Writers' })).id;
  return owner;
});

const open = (path: string) => desk.shared.page.goto(`${desk.base}/orgs/${organizationId}${path}`);
const memberOf = async (userId: string) => owner.rest(`GET /v1/orgs/${organizationId}/members/${userId}`);

describe.runIf(hasChromium)('people, at the desk', () => {
  it('a member gets another role, is found, and removed', async () => {
    const { page } = desk.shared;
    await open('/members');
    await page.getByLabel('Name or email address').fill('rita');
    await page.getByRole('link', { name: 'Rita Reader' }).waitFor();
    await expect.poll(() => page.locator('.row').count()).toBe(1);
    await page.getByLabel('Role of Rita Reader').selectOption('Review');
    await expect.poll(async () => (await memberOf(other.userId)).body.role).toBe('review');
    await page.getByLabel('Filter by role').selectOption('Edit');
    await page.getByText('Nobody is found.').waitFor();
    await page.getByLabel('Filter by role').selectOption('Review');
    await page.getByRole('link', { name: 'Rita Reader' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rita Reader' }).waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    expect((await memberOf(other.userId)).body.disabled).toBe(true);
    const leaving = await aMember(desk.server, organizationId, 'read');
    await open(`/members/${leaving.userId}`);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await memberOf(leaving.userId)).status).toBe(200);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    expect((await memberOf(leaving.userId)).status).toBe(404);
  });

  it('the last admin stays, and the refusal says so', async () => {
    const { page } = desk.shared;
    await open('/members?role=ADMIN');
    await page.getByLabel('Role of Example user').selectOption('Read');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/admin/);
    expect((await memberOf(owner.userId)).body.role).toBe('admin');
  });

  it('people are invited by address and by a link, which is revoked', async () => {
    const { page } = desk.shared;
    await open('/members');
    await page.getByText('Invite people').click();
    await page.getByLabel('Email addresses').fill('new@example.com, nobody');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.locator('.wrong').waitFor();
    expect(await page.getByLabel('Email addresses').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Email addresses').fill('new@example.com');
    await page.getByLabel('Show a personal link').check();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    expect(await page.getByLabel('Personal link', { exact: true }).inputValue()).toMatch(/^http/);
    await page.getByText('invited, not here yet').first().waitFor();
    await page.getByText('Invite links').click();
    await page.getByLabel('Role of those who join').selectOption('Comment');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByLabel('Link', { exact: true }).waitFor();
    const invites = async () => (await owner.rest(`GET /v1/orgs/${organizationId}/link-invites`)).body.items;
    expect(await invites()).toMatchObject([{ role: 'comment' }]);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No links yet.').waitFor();
    expect(await invites()).toEqual([]);
  });

  it('a team is created, filled, renamed and deleted', async () => {
    const { page } = desk.shared;
    await open('/teams');
    await page.getByText('New team').click();
    await page.getByLabel('Title').fill('Reviewers');
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reviewers' }).waitFor();
    await page.getByLabel('Add somebody').fill('rita');
    await page.getByRole('button', { name: 'Add Rita Reader' }).click();
    await page.getByLabel('Role of Rita Reader').selectOption('Owner');
    const id = page.url().split('/').at(-1) ?? '';
    const inTeam = async () => (await owner.rest(`GET /v1/orgs/${organizationId}/teams/${id}/members`)).body.items;
    await expect.poll(inTeam).toContainEqual(
      expect.objectContaining({
        team: { role: 'owner' },
        organization: expect.objectContaining({ id: other.userId }),
      }),
    );
    await page.getByLabel('Title').fill('Proofreaders');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Delete the team' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    expect((await owner.rest(`GET /v1/orgs/${organizationId}/teams/${id}`)).status).toBe(404);
  });

  it('the settings of the organization are saved, and a refused value stands by its field', async () => {
    const { page } = desk.shared;
    await open('/settings');
    await page.getByLabel('Title').fill('Acme & Co');
    await page.getByLabel('Hostname').fill('not a host');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field', { hasText: 'Hostname' }).locator('.wrong').waitFor();
    await page.getByLabel('Hostname').fill('acme-and-co');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await owner.rest(`GET /v1/orgs/${organizationId}`)).body.title).toBe('Acme & Co');
    await page.getByLabel('Domain', { exact: true }).fill('acme.example');
    await page.getByRole('button', { name: 'Add the domain' }).click();
    await page.getByLabel('Value of the record').waitFor();
  });

  it('an identity provider is added and checked, gets a token for SCIM, and is removed', async () => {
    const { page } = desk.shared;
    await open('/sign-in');
    await page.getByText('Add an OpenID Connect provider').click();
    await page.getByLabel('Name', { exact: true }).first().fill('Acme ID');
    await page.getByLabel('Issuer').fill('https://id.acme.example');
    await page.getByLabel('Client id').fill('octavo');
    await page.getByRole('button', { name: 'Add the provider' }).first().click();
    await page.getByRole('button', { name: 'Check Acme ID' }).click();
    await page.getByRole('status').filter({ hasText: /./ }).or(page.getByRole('alert')).first().waitFor();
    await page.getByText('Roles by claims of Acme ID').click();
    await page.getByLabel('Claim').fill('groups');
    await page.getByLabel('Value').fill('writers');
    await page.getByLabel('Role', { exact: true }).selectOption('Review');
    await page.getByRole('button', { name: 'Add the rule' }).click();
    await page.locator('.row', { hasText: 'groups = writers' }).getByText('Review').waitFor();
    await page.getByLabel('Role of new members by Acme ID').selectOption('Comment');
    const provider = async () =>
      (await owner.rest(`GET /v1/orgs/${organizationId}/oidc`)).body.items.map(
        ({ roles, defaultRole }: { roles: object[]; defaultRole: string }) => ({ roles, defaultRole }),
      );
    await expect
      .poll(provider)
      .toEqual([{ roles: [{ claim: 'groups', value: 'writers', role: 'review', teams: [] }], defaultRole: 'comment' }]);
    await page.getByLabel('Claim').fill('groups');
    await page.getByLabel('Value').fill('leads');
    await page.getByLabel('Role', { exact: true }).selectOption('Admin');
    await page.getByRole('button', { name: 'Add the rule' }).click();
    await page.getByRole('button', { name: 'Remove groups = leads' }).waitFor();
    await page.getByRole('button', { name: 'Remove groups = writers' }).click();
    await page.getByText('groups = writers').waitFor({ state: 'detached' });
    expect((await provider())[0].roles).toEqual([{ claim: 'groups', value: 'leads', role: 'admin', teams: [] }]);
    await page.getByRole('button', { name: 'Provisioning by Acme ID (SCIM)' }).click();
    await page.getByRole('button', { name: 'Create the token' }).click();
    expect(await page.getByLabel('Token', { exact: true }).inputValue()).toMatch(/.{20}/);
    await page.getByRole('button', { name: 'Require single sign-on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require single sign-on' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Remove Acme ID' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('None yet. Add one').waitFor();
  });

  it('every view of them is whole, without barriers, in both schemes and at each width', async () => {
    const wrong = await lookAt(desk.shared, [
      ['members', () => open('/members'), 'Members'],
      ['member', () => open(`/members/${other.userId}`), 'Rita Reader'],
      ['teams', () => open('/teams'), 'Teams'],
      ['team', () => open(`/teams/${teamId}`), 'Writers'],
      ['sso', () => open('/sign-in'), 'Single sign-on'],
      ['organization-settings', () => open('/settings'), 'Settings'],
    ]);
    expect(wrong).toEqual([]);
  });
});
