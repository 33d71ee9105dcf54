import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import { aSoftPasskey, aVerifier } from '../../authenticator.ts';
import { signInByLink, signInByPasskey } from '../../passkey-people.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

async function anInvite(body: object = { role: 'edit' }, title = 'Acme') {
  const { id, owner } = await anOrganization(server, { title });
  const { body: invite } = await owner.rest(`POST /v1/orgs/${id}/link-invites`, body);
  return { id, owner, invite, url: invite.urls.join as string };
}
const open = (link: string) => server.call('POST /v1/sign-ins/link/options', { link });

describe('an invite link that is opened by somebody who does not exist yet', () => {
  it('makes a person with a passkey, who is a member, each time', async () => {
    const { id, invite, url } = await anInvite();
    expect(url).toBe(`${baseUrl}/login#link=${invite.id}`);
    const first = await signInByLink(server, url, { displayName: 'Grace Hopper' });
    expect(first.opened).toMatchObject({ purpose: 'invite-link', organization: 'Acme', organizationId: id });
    const { body: user } = await first.rest('GET /v1/user');
    expect(user).toMatchObject({ displayName: 'Grace Hopper' });
    expect(Buffer.from(first.opened.creation.userHandle, 'base64url').toString()).toBe(user.id);
    const { body: own } = await first.rest(`GET /v1/orgs/${id}/members/${user.id}`);
    expect(own).toMatchObject({ role: 'edit' });
    const again = await signInByPasskey(server, first.passkey);
    expect((await again.rest('GET /v1/user')).body.id).toBe(user.id);
    const second = await signInByLink(server, url, { displayName: 'Ada' });
    expect((await second.rest('GET /v1/user')).body.id).not.toBe(user.id);
    const events = await server.platform.db.prisma.event.findMany({
      where: { organizationId: id, type: 'member.joined' },
    });
    expect(events.map(({ actorId, data }) => [actorId, data])).toContainEqual([
      user.id,
      { user: user.id, role: 'edit', by: 'link' },
    ]);
    const log = await server.platform.db.prisma.accountEvent.findMany({ where: { userId: user.id } });
    expect(log.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.created', 'passkey.added']));
  });

  it('grants what the link grants on content', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const { body: invite } = await owner.rest(`POST /v1/orgs/${id}/link-invites`, {
      level: 'comment',
      space: space.id,
    });
    const { rest } = await signInByLink(server, invite.urls.join, { displayName: 'Guest' });
    expect((await rest(`GET /v1/spaces/${space.id}`)).status).toBe(200);
  });

  it('makes nobody before a passkey is made, nor twice by one challenge, nor without a name', async () => {
    const { id, invite } = await anInvite();
    const count = () => server.platform.db.prisma.member.count({ where: { organizationId: id } });
    const before = await count();
    const { body: opened } = await open(invite.id);
    await open(invite.id);
    expect(await count()).toBe(before);
    const { codeChallenge } = aVerifier();
    const finish = (credential: unknown, displayName?: string) =>
      server.call('POST /v1/sign-ins/link', {
        link: invite.id,
        credential,
        codeChallenge,
        ...(displayName && { displayName }),
      });
    const credential = aSoftPasskey().create(opened.creation.challenge);
    expect((await finish(credential)).status).toBe(400);
    expect((await finish(credential, 'Grace')).status).toBe(200);
    expect((await finish(credential, 'Grace')).body.error.type).toBe('sign_in_refused');
    expect(await count()).toBe(before + 1);
  });

  it('is refused with the challenge of another link', async () => {
    const [one, other] = [await anInvite(), await anInvite()];
    const { body: opened } = await open(one.invite.id);
    const credential = aSoftPasskey().create(opened.creation.challenge);
    const { codeChallenge } = aVerifier();
    const answer = await server.call('POST /v1/sign-ins/link', {
      link: other.invite.id,
      credential,
      codeChallenge,
      displayName: 'Eve',
    });
    expect([answer.status, answer.body.error.type]).toEqual([403, 'sign_in_refused']);
  });

  it('is refused when it is revoked, when invite links are disabled, and where single sign-on is required', async () => {
    const revoked = await anInvite();
    await revoked.owner.rest(`DELETE /v1/orgs/${revoked.id}/link-invites/${revoked.invite.id}`);
    expect((await open(revoked.invite.id)).body.error.type).toBe('sign_in_refused');
    const disabled = await anInvite();
    await server.platform.db.prisma.organization.update({ where: { id: disabled.id }, data: { inviteLinks: false } });
    expect((await open(disabled.invite.id)).body.error.type).toBe('sign_in_refused');
    const sso = await anInvite();
    await server.platform.db.prisma.organization.update({ where: { id: sso.id }, data: { sso: true } });
    expect((await open(sso.invite.id)).body.error.type).toBe('sso_required');
  });
});
