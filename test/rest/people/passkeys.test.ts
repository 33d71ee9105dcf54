import { beforeAll, describe, expect, it } from 'vitest';
import { aSoftPasskey, aVerifier } from '../../authenticator.ts';
import { aMember, anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aChallenge, aPasskeyPerson, exchange, signInByPasskey } from '../../passkey-people.ts';
import { clock } from '../../setup/clock.ts';
import { aServer } from '../../app/own-server.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const signIn = 'POST /v1/sign-ins/passkey';

describe('POST /v1/sign-ins/passkey', () => {
  it.each([-7, -8, -257] as const)('signs in whoever holds a passkey of the algorithm %d', async (algorithm) => {
    const { person } = await aPasskeyPerson(server);
    const { rest } = await signInByPasskey(server, (await aPasskeyPerson(server, person)).passkey);
    const made = aSoftPasskey(algorithm);
    const { challenge } = (await rest('POST /v1/user/passkeys/options')).body;
    const added = await rest('POST /v1/user/passkeys', { name: 'Key', credential: made.create(challenge) });
    expect([added.status, added.body.name]).toEqual([201, 'Key']);
    const { session, rest: again } = await signInByPasskey(server, made);
    expect(session.user).toBe(person.userId);
    expect(session.organization).toBeUndefined();
    expect((await again('GET /v1/user')).body.id).toBe(person.userId);
  });

  it('returns the browser to the client, with the code and the state', async () => {
    const { passkey } = await aPasskeyPerson(server);
    const { codeVerifier, codeChallenge } = aVerifier();
    const credential = passkey.get(await aChallenge(server));
    const client = { codeChallenge, returnTo: 'http://127.0.0.1:5000/back?a=1', state: 'kept' };
    const { body } = await server.call(signIn, { credential, ...client });
    expect(body.returnURL).toBe(`http://127.0.0.1:5000/back?a=1&code=${body.code}&state=kept`);
    expect((await exchange(server, body.code, codeVerifier)).status).toBe(201);
    const elsewhere = { credential: passkey.get(await aChallenge(server)), codeChallenge };
    const refused = await server.call(signIn, { ...elsewhere, returnTo: 'https://evil.example.org/' });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.returnTo']);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example.org' }],
    ['another relying party', { rpId: 'evil.example.org' }],
    ['a page within another', { crossOrigin: true }],
    ['a person who was not verified', { flags: 1 }],
    ['nobody present', { flags: 4 }],
    ['the making of a passkey', { type: 'webauthn.create' }],
  ])('refuses %s', async (_what, deviations) => {
    const { passkey } = await aPasskeyPerson(server);
    const credential = passkey.get(await aChallenge(server), deviations);
    const { status, body } = await server.call(signIn, { credential, ...aVerifier() });
    expect([status, body.error.type]).toEqual([403, 'sign_in_refused']);
  });

  it('refuses a signature of another key, an unknown passkey, and a challenge that is not one', async () => {
    const { passkey } = await aPasskeyPerson(server);
    const { codeChallenge } = aVerifier();
    const answer = async (credential: Record<string, unknown>) =>
      (await server.call(signIn, { credential, codeChallenge })).body.error.message;
    const other = aSoftPasskey();
    expect(await answer({ ...other.get(await aChallenge(server)), id: passkey.id })).toContain('signature');
    expect(await answer(other.get(await aChallenge(server)))).toContain('nobody has it here');
    expect(await answer(passkey.get('bm90IG9uZQ'))).toContain('challenge');
    expect(await answer({ ...passkey.get(await aChallenge(server)), clientDataJSON: 'bm90IGpzb24' })).toContain(
      'client data',
    );
    expect(await answer({ ...passkey.get(await aChallenge(server)), authenticatorData: 'AAAA' })).toContain(
      'too short',
    );
  });

  it('takes a challenge once, whatever came of it, and for five minutes', async () => {
    const { passkey } = await aPasskeyPerson(server);
    const challenge = await aChallenge(server);
    const { codeChallenge } = aVerifier();
    const attempt = async (deviations = {}) =>
      (await server.call(signIn, { credential: passkey.get(challenge, deviations), codeChallenge })).status;
    expect([await attempt({ flags: 1 }), await attempt()]).toEqual([403, 403]);
    const kept = passkey.get(await aChallenge(server));
    const replay = async () => (await server.call(signIn, { credential: kept, codeChallenge })).status;
    expect([await replay(), await replay()]).toEqual([200, 403]);
    const late = passkey.get(await aChallenge(server));
    const later = () => server.call(signIn, { credential: late, codeChallenge });
    expect((await clock.ahead(5 * 60_000 + 1, later)).status).toBe(403);
  });

  it('refuses the passkey of a user whom an organization manages', async () => {
    const { person, passkey } = await aPasskeyPerson(server);
    const { id } = await anOrganization(server);
    const managed = { organizationId: id, assertedEmail: 'ada@example.org', email: null };
    await server.platform.db.prisma.user.update({ where: { id: person.userId }, data: managed });
    const credential = passkey.get(await aChallenge(server));
    expect((await server.call(signIn, { credential, ...aVerifier() })).status).toBe(403);
  });

  it('waits after ten refusals of a passkey, and counts the sign-ins of an address', async () => {
    const { passkey } = await aPasskeyPerson(server);
    const attempt = async () =>
      (await server.call(signIn, { credential: passkey.get(await aChallenge(server), { flags: 1 }), ...aVerifier() }))
        .status;
    const answers = [];
    for (let count = 0; count < 11; count += 1) answers.push(await attempt());
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    const config = { ...server.platform.config, SIGN_INS_PER_MINUTE: 2 };
    const { app } = await aServer({}, { config });
    const ask = async () => (await app.inject({ method: 'POST', url: '/v1/sign-ins/passkey/options' })).statusCode;
    expect([await ask(), await ask(), await ask()].filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  it('has no passkeys at an IP address, and says what to do', async () => {
    const urls = { ...server.platform.services.urls, base: 'http://192.0.2.7:4000' };
    const { app } = await aServer({}, { urls });
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/v1/sign-ins/passkey/options' });
    expect([statusCode, JSON.parse(body).error.type]).toEqual([409, 'invalid_state']);
    expect(body).toContain('BASE_URL');
  });
});

describe('a session by a passkey', () => {
  it('rests in an organization that requires single sign-on, and reaches the others', async () => {
    const strict = await anOrganization(server, { sso: true });
    const open = await anOrganization(server);
    const { person, passkey } = await aPasskeyPerson(server);
    const { prisma } = server.platform.db;
    for (const { id: organizationId } of [strict, open])
      await prisma.member.create({ data: { organizationId, userId: person.userId, role: 'read' } });
    const { rest } = await signInByPasskey(server, passkey);
    expect((await rest(`GET /v1/orgs/${strict.id}`)).body.error.type).toBe('sso_required');
    expect((await rest(`GET /v1/orgs/${open.id}`)).status).toBe(200);
  });

  it('is that of an instance admin where the person is one', async () => {
    const admin = await server.aUser({ isInstanceAdmin: true });
    const { rest } = await signInByPasskey(server, (await aPasskeyPerson(server, admin)).passkey);
    const other = await server.aUser();
    expect((await rest(`POST /v1/users/${other.userId}/sign-in-links`)).status).toBe(201);
  });
});

describe('/v1/user/passkeys', () => {
  it('lists the passkeys of the caller, and shows no key', async () => {
    const { person, passkeyId } = await aPasskeyPerson(server);
    const { items } = (await person.rest('GET /v1/user/passkeys')).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([passkeyId]);
    expect(Object.keys(items[0]).toSorted()).toEqual(['createdAt', 'id', 'isUsable', 'name', 'object', 'rpId', 'urls']);
    expect((await person.rest(`GET /v1/user/passkeys/${passkeyId}`)).body.isUsable).toBe(true);
    const stranger = await server.aUser();
    expect((await stranger.rest(`GET /v1/user/passkeys/${passkeyId}`)).status).toBe(404);
  });

  it('needs a sign-in by a passkey within ten minutes to add and remove one', async () => {
    const { person, passkey, passkeyId } = await aPasskeyPerson(server);
    const asked = await person.rest('POST /v1/user/passkeys/options');
    expect([asked.status, asked.body.error.type]).toEqual([403, 'reauthentication_required']);
    const { rest } = await signInByPasskey(server, passkey);
    const { challenge } = (await rest('POST /v1/user/passkeys/options')).body;
    const credential = aSoftPasskey().create(challenge);
    for (const [signature, body] of [
      ['POST /v1/user/passkeys/options', undefined],
      ['POST /v1/user/passkeys', { credential }],
      [`DELETE /v1/user/passkeys/${passkeyId}`, undefined],
    ] as const)
      expect((await clock.ahead(10 * 60_000 + 1, () => rest(signature, body))).body.error.type, signature).toBe(
        'reauthentication_required',
      );
  });

  it('keeps the last one, and removes others', async () => {
    const { passkey, passkeyId } = await aPasskeyPerson(server);
    const { rest } = await signInByPasskey(server, passkey);
    expect((await rest(`DELETE /v1/user/passkeys/${passkeyId}`)).status).toBe(409);
    const { challenge, excluded } = (await rest('POST /v1/user/passkeys/options')).body;
    expect(excluded).toEqual([passkey.id]);
    const credential = aSoftPasskey().create(challenge);
    expect((await rest('POST /v1/user/passkeys', { credential })).status).toBe(201);
    expect((await rest('POST /v1/user/passkeys', { credential })).status).toBe(403);
    expect((await rest(`DELETE /v1/user/passkeys/${passkeyId}`)).status).toBe(205);
    expect((await rest('GET /v1/user/passkeys')).body.items).toHaveLength(1);
  });

  it('refuses a credential that was not verified, is of another host, or names another id or key', async () => {
    const { passkey } = await aPasskeyPerson(server);
    const { rest } = await signInByPasskey(server, passkey);
    const [made, other] = [aSoftPasskey(), aSoftPasskey(-8)];
    const attempt = async (change: (created: Record<string, unknown>) => object, deviations = {}) => {
      const { challenge } = (await rest('POST /v1/user/passkeys/options')).body;
      const credential = change(made.create(challenge, deviations));
      return (await rest('POST /v1/user/passkeys', { credential })).body.error?.type;
    };
    const same = (created: object) => created;
    expect(await attempt(same, { flags: 65 })).toBe('sign_in_refused');
    expect(await attempt(same, { flags: 5 })).toBe('sign_in_refused');
    expect(await attempt(same, { rpId: 'elsewhere.example.org' })).toBe('sign_in_refused');
    expect(await attempt(same, { origin: 'https://elsewhere.example.org' })).toBe('sign_in_refused');
    expect(await attempt((created) => ({ ...created, id: other.id }))).toBe('sign_in_refused');
    expect(await attempt((created) => ({ ...created, algorithm: -8 }))).toBe('sign_in_refused');
    expect(await attempt((created) => ({ ...created, algorithm: -37 }))).toBe('sign_in_refused');
    expect(await attempt((created) => ({ ...created, publicKey: 'AAAA' }))).toBe('sign_in_refused');
  });

  it('refuses to answer the challenge of somebody else', async () => {
    const one = await signInByPasskey(server, (await aPasskeyPerson(server)).passkey);
    const two = await signInByPasskey(server, (await aPasskeyPerson(server)).passkey);
    const { challenge } = (await one.rest('POST /v1/user/passkeys/options')).body;
    const credential = aSoftPasskey().create(challenge);
    expect((await two.rest('POST /v1/user/passkeys', { credential })).status).toBe(403);
  });

  it('tells admins of the organizations, in the audit log', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const { rest } = await signInByPasskey(server, (await aPasskeyPerson(server, member)).passkey);
    const { challenge } = (await rest('POST /v1/user/passkeys/options')).body;
    await rest('POST /v1/user/passkeys', { credential: aSoftPasskey().create(challenge) });
    const { items } = (await owner.rest(`GET /v1/orgs/${id}/audit-events`)).body;
    const types = items.map(({ action }: { action: string }) => action);
    expect(types).toEqual(expect.arrayContaining(['passkey.added', 'session.created']));
  });
});
