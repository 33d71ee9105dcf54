import { beforeAll, describe, expect, it } from 'vitest';
import { purgeAccountEvents } from '../../../src/domain/people/users/purge-account-events.ts';
import { aSoftPasskey } from '../../authenticator.ts';
import { anOrganization } from '../../factories.ts';
import { aPasskeyPerson, signInByPasskey } from '../../passkey-people.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let admin: Caller;
beforeAll(async () => {
  server = await startServer();
  admin = await server.aUser({ isInstanceAdmin: true });
});

const fields = 'type userId actorId targetId targetTitle source tokenId requestId userAgent actor { id }';
const own = `{ viewer { accountEvents { count edges { node { ${fields} } } } } }`;
const all = `query ($user: ID, $by: ID) { instanceEvents(userId: $user, actorId: $by) { count edges { node { ${fields} } } } }`;
const nodes = ({ edges }: any) => edges.map(({ node }: any) => node);
const ownOf = async (caller: Caller) => nodes((await caller.graphql(own)).body.data.viewer.accountEvents);
const logOf = async (caller: Caller, variables: Record<string, unknown>) => {
  const { body } = await caller.graphql(all, variables);
  return body.errors ? body.errors[0].extensions.code : nodes(body.data.instanceEvents);
};

const create = `mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { apiToken { id } } }`;
const revoke = 'mutation ($id: ID!) { revokeApiToken(tokenId: $id) { apiToken { id } } }';
const makeToken = async (caller: Caller, input: object): Promise<string> =>
  (await caller.graphql(create, { input: { name: 'Reports', ...input } })).body.data.createApiToken.apiToken.id;

describe('the log of the instance', () => {
  it('has the token that an instance admin makes for somebody else, and the person finds it', async () => {
    const person = await server.aUser();
    const id = await makeToken(admin, { userId: person.userId });
    await person.graphql(revoke, { id });
    const about = { userId: person.userId, targetId: id, targetTitle: 'Reports', source: 'GRAPHQL' };
    const expected = [
      { ...about, type: 'API_TOKEN_REVOKED', actorId: person.userId, actor: { id: person.userId } },
      { ...about, type: 'API_TOKEN_CREATED', actorId: admin.userId },
    ];
    expect(await ownOf(person)).toMatchObject(expected);
    expect(await logOf(admin, { user: person.userId })).toMatchObject(expected);
    expect(await logOf(admin, { user: person.userId, by: admin.userId })).toMatchObject([expected[1]]);
  });

  it('has users that are created and profiles that are changed', async () => {
    const createUser = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    const { body } = await admin.graphql(createUser, { input: { displayName: 'Ada' } });
    const userId: string = body.data.createUser.user.id;
    const person = await server.as(userId);
    const update = 'mutation ($id: ID!) { updateUser(userId: $id, input: { displayName: "Bea" }) { user { id } } }';
    await person.graphql(update, { id: userId });
    expect(await ownOf(person)).toMatchObject([
      { type: 'USER_UPDATED', actorId: userId, targetId: userId, targetTitle: 'Bea' },
      { type: 'USER_CREATED', actorId: admin.userId, targetId: userId, targetTitle: 'Ada' },
    ]);
  });

  it('tells people of links that were made for them, of passkeys and of sessions by one', async () => {
    const person = await server.aUser();
    expect((await admin.rest(`POST /v1/users/${person.userId}/sign-in-links`)).status).toBe(201);
    const { passkey } = await aPasskeyPerson(server, person);
    const { rest, session } = await signInByPasskey(server, passkey);
    const { body: options } = await rest('POST /v1/user/passkeys/options');
    const credential = aSoftPasskey().create(options.challenge);
    const added = await rest('POST /v1/user/passkeys', { name: 'Key', credential });
    expect(added.status).toBe(201);
    expect((await rest(`DELETE /v1/user/passkeys/${added.body.id}`)).status).toBe(205);
    const own = { userId: person.userId, actorId: person.userId };
    const log = await ownOf(person);
    const key = { ...own, targetId: added.body.id, targetTitle: 'Key' };
    expect(log.slice(0, 3)).toMatchObject([
      { ...key, type: 'PASSKEY_REMOVED' },
      { ...key, type: 'PASSKEY_ADDED' },
      { ...own, type: 'SESSION_CREATED', targetId: session.id },
    ]);
    const types = log.map(({ type, actorId }: { type: string; actorId: string }) => [type, actorId]);
    expect(types).toContainEqual(['SIGN_IN_LINK_CREATED', admin.userId]);
  });

  it('has nothing that belongs to an organization', async () => {
    const { id, owner } = await anOrganization(server);
    await makeToken(owner, { organizationId: id });
    expect(await ownOf(owner)).toEqual([]);
    const { body } = await owner.rest(`GET /v1/orgs/${id}/audit-events?action=api_token.created`);
    expect(body.count).toBe(1);
  });

  it('is read by instance admins and by the person alone, with a token that is limited to no organization', async () => {
    const { id, owner } = await anOrganization(server);
    await makeToken(owner, {});
    expect(await logOf(owner, {})).toBe('FORBIDDEN');
    expect(await logOf(await server.as(admin.userId, { scopes: ['org:read'] }), {})).toBe('INSUFFICIENT_SCOPE');
    const limited = await server.as(owner.userId, { organizationId: id });
    expect(await ownOf(owner)).toHaveLength(1);
    expect(await ownOf(limited)).toEqual([]);
    const { id: ofAdmin } = await anOrganization(server, { owner: admin });
    expect(await logOf(await server.as(admin.userId, { organizationId: ofAdmin }), {})).toBe('FORBIDDEN');
    const other = `query ($id: ID!) { user(id: $id) { accountEvents { count edges { node { type } } } } }`;
    const seen = await admin.graphql(other, { id: owner.userId });
    expect(seen.body.data.user.accountEvents).toEqual({ count: 0, edges: [] });
  });

  it('is kept as long as an audit log', async () => {
    const person = await server.aUser();
    await makeToken(admin, { userId: person.userId });
    const { prisma, sql } = server.platform.db;
    const services = { ...server.platform.services, sql };
    await purgeAccountEvents(services);
    expect(await ownOf(person)).toHaveLength(1);
    const days = services.config.AUDIT_RETENTION_DAYS + 1;
    const createdAt = new Date(services.now().getTime() - days * 86_400_000);
    await prisma.accountEvent.updateMany({ where: { userId: person.userId }, data: { createdAt } });
    expect(await purgeAccountEvents(services)).toBe(1);
    expect(await ownOf(person)).toEqual([]);
  });
});

describe('a person is notified of what was done with their account', () => {
  const notices = `{ viewer { unreadNotifications notifications { edges { node {
    type reason subjectId subjectTitle organizationId position count actor { id } } } } } }`;
  const viewerOf = async (caller: Caller) => (await caller.graphql(notices)).body.data.viewer;

  it('by tokens that somebody else makes or revokes, and by none of their own', async () => {
    const person = await server.aUser();
    const id = await makeToken(admin, { userId: person.userId });
    const own = await makeToken(person, {});
    await person.graphql(revoke, { id: own });
    await admin.graphql(revoke, { id });
    const { unreadNotifications, notifications } = await viewerOf(person);
    const about = {
      reason: 'ACCOUNT',
      subjectId: id,
      subjectTitle: 'Reports',
      organizationId: null,
      position: 0,
      count: 1,
    };
    expect(unreadNotifications).toBe(2);
    expect(nodes(notifications)).toMatchObject([
      { ...about, type: 'API_TOKEN_REVOKED' },
      { ...about, type: 'API_TOKEN_CREATED' },
    ]);
    expect(nodes((await viewerOf(admin)).notifications)).toEqual([]);
  });

  it('and a token that is limited to an organization does not show it', async () => {
    const { id: organizationId, owner } = await anOrganization(server);
    await makeToken(admin, { userId: owner.userId });
    const limited = await server.as(owner.userId, { organizationId });
    expect(await viewerOf(limited)).toEqual({ unreadNotifications: 0, notifications: { edges: [] } });
    expect((await viewerOf(owner)).unreadNotifications).toBe(1);
  });

  it('and marks it as read as any other', async () => {
    const person = await server.aUser();
    await makeToken(admin, { userId: person.userId });
    const mark = `mutation ($at: DateTime!) { markNotificationsRead(input: { seenAt: $at }) { count } }`;
    const { body } = await person.graphql(mark, { at: clock.now().toISOString() });
    expect(body.data.markNotificationsRead.count).toBe(1);
    expect((await viewerOf(person)).unreadNotifications).toBe(0);
  });
});
