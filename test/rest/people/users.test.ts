import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('GET /v1/user', () => {
  it('returns the caller with their email address', async () => {
    const caller = await server.aUser({ displayName: 'Reader', email: null });
    const email = `${caller.userId.toLowerCase()}@example.org`;
    await server.platform.db.prisma.user.update({ where: { id: caller.userId }, data: { email } });

    expect((await caller.rest('GET /v1/user')).body).toEqual({
      object: 'user',
      id: caller.userId,
      displayName: 'Reader',
      email,
      urls: { location: `${baseUrl}/v1/users/${caller.userId}` },
    });
  });
});

describe('GET /v1/users/{userId}', () => {
  it.each([
    ['create', true],
    ['review', false],
  ] as const)('shows a member of role %s the address of another: %s', async (role, shown) => {
    const { id, owner } = await anOrganization(server);
    const reader = await aMember(server, id, role);
    const { body } = await reader.rest(`GET /v1/users/${owner.userId}`);
    expect(body.id).toBe(owner.userId);
    expect('email' in body).toBe(shown);
  });

  it('answers 404 for users outside the organizations of the caller and of the token', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const elsewhere = await anOrganization(server, { owner });
    const pinned = await server.as(owner.userId, { organizationId: elsewhere.id });

    expect((await owner.rest(`GET /v1/users/${member.userId}`)).status).toBe(200);
    expect((await pinned.rest(`GET /v1/users/${member.userId}`)).status).toBe(404);
    expect((await (await server.aUser()).rest(`GET /v1/users/${member.userId}`)).status).toBe(404);
  });
});

describe('PATCH /v1/users/{userId}', () => {
  it("updates the caller's own profile, where null removes the picture", async () => {
    const caller = await server.aUser();
    const path = `PATCH /v1/users/${caller.userId}`;
    const changed = await caller.rest(path, { displayName: 'Writer', photoURL: 'https://example.org/w.png' });
    expect(changed.body).toMatchObject({ displayName: 'Writer', photoURL: 'https://example.org/w.png' });
    const { body } = await caller.rest(path, { photoURL: null });
    expect(body.displayName).toBe('Writer');
    expect(body).not.toHaveProperty('photoURL');
  });

  it.each([
    { displayName: '' },
    { displayName: 'x'.repeat(65) },
    { displayName: null },
    { photoURL: 'data:image/png;base64,AA' },
    { photoURL: 'https://example.org/"><script>alert(1)</script>' },
    { photoURL: 'https://user:secret@example.org/a.png' },
  ])('refuses to update a profile with the body %j', async (body) => {
    const caller = await server.aUser();
    expect((await caller.rest(`PATCH /v1/users/${caller.userId}`, body)).status).toBe(400);
  });

  it('answers 403 when an organization admin updates another user, 404 for a user they do not know', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const path = `PATCH /v1/users/${member.userId}`;
    expect((await owner.rest(path, { displayName: 'X' })).status).toBe(403);
    expect((await (await server.aUser()).rest(path, { displayName: 'X' })).status).toBe(404);
  });
});

describe('createUser', () => {
  const create = 'mutation($input: CreateUserInput!) { createUser(input: $input) { user { id email } } }';

  it('allows only instance admins to create users', async () => {
    const admin = await server.aUser({ isInstanceAdmin: true });
    const email = `New.${admin.userId}@Example.org`;

    const { body } = await admin.graphql(create, { input: { displayName: 'New', email } });
    const verified = { displayName: 'Known', email: `known.${email}`, emailVerified: true };
    const known = await admin.graphql(create, { input: verified });
    const again = await admin.graphql(create, { input: { displayName: 'Again', email } });
    const refused = await (await server.aUser()).graphql(create, { input: { displayName: 'New' } });

    expect(body.data.createUser.user.id).toMatch(/^usr_/);
    const rows = await server.platform.db.prisma.user.findMany({
      where: { id: { in: [body.data.createUser.user.id, known.body.data.createUser.user.id] } },
      select: { displayName: true, emailVerified: true },
      orderBy: { displayName: 'asc' },
    });
    expect(rows).toEqual([
      { displayName: 'Known', emailVerified: true },
      { displayName: 'New', emailVerified: false },
    ]);
    expect(again.body.errors[0].extensions.status).toBe(409);
    expect(refused.body.errors[0].extensions.status).toBe(403);
  });
});
