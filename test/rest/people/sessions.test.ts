import { beforeAll, describe, expect, it } from 'vitest';
import { wordsOfAgent } from '../../../src/domain/people/sessions/agents.ts';
import { aMember, anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aPasskeyPerson, signInByPasskey } from '../../passkey-people.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('/v1/user/sessions', () => {
  it('lists how and where each session was begun, and ends one at once', async () => {
    const { passkey } = await aPasskeyPerson(server);
    const one = await signInByPasskey(server, passkey, { headers: { 'user-agent': firefox } });
    const two = await signInByPasskey(server, passkey);
    const { items } = (await two.rest('GET /v1/user/sessions')).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([two.session.id, one.session.id]);
    expect(items[1]).toMatchObject({ method: 'passkey', browser: 'Firefox', system: 'Linux', isCurrent: false });
    expect(items[0].isCurrent).toBe(true);
    expect((await two.rest(`DELETE /v1/user/sessions/${one.session.id}`)).status).toBe(205);
    expect((await one.rest('GET /v1/user')).status).toBe(401);
    expect((await two.rest('GET /v1/user/sessions')).body.items).toHaveLength(1);
    expect((await two.rest(`DELETE /v1/user/sessions/${one.session.id}`)).status).toBe(404);
  });

  it('hides the sessions of others, and tokens that are no sessions', async () => {
    const { session } = await signInByPasskey(server, (await aPasskeyPerson(server)).passkey);
    const stranger = await server.aUser();
    expect((await stranger.rest(`DELETE /v1/user/sessions/${session.id}`)).status).toBe(404);
    expect((await stranger.rest('GET /v1/user/sessions')).body.items).toEqual([]);
  });
});

describe('/v1/orgs/{organizationId}/sessions', () => {
  it('shows admins the sessions that reach the organization, which they end', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const { rest, session } = await signInByPasskey(server, (await aPasskeyPerson(server, member)).passkey);
    const elsewhere = await signInByPasskey(server, (await aPasskeyPerson(server)).passkey);
    const { items } = (await owner.rest(`GET /v1/orgs/${id}/sessions`)).body;
    expect(items.map((item: { id: string }) => item.id)).toEqual([session.id]);
    expect(items[0].user).toBe(member.userId);
    expect((await rest(`GET /v1/orgs/${id}/sessions`)).status).toBe(403);
    expect((await owner.rest(`DELETE /v1/orgs/${id}/sessions/${elsewhere.session.id}`)).status).toBe(404);
    expect((await owner.rest(`DELETE /v1/orgs/${id}/sessions/${session.id}`)).status).toBe(205);
    expect((await rest('GET /v1/user')).status).toBe(401);
    const log = (await owner.rest(`GET /v1/orgs/${id}/audit-events`)).body.items;
    expect(log.map(({ action }: { action: string }) => action)).toContain('session.revoked');
  });
});

describe('wordsOfAgent', () => {
  it.each([
    [firefox, 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPhone',
    ],
    ['octavo/0.1.0 (linux)', 'octavo on the command line', 'Linux'],
    ['curl/8.5.0', 'curl', null],
    ['', null, null],
    [null, null, null],
  ])('says %s in words', (agent, browser, system) => {
    expect(wordsOfAgent(agent)).toEqual({ browser, system });
  });
});
