import { beforeAll, describe, expect, it } from 'vitest';
import { aCorporation } from '../corporations.ts';
import { startServer, type Harness } from '../harness.ts';
import { aKeyPair, aResponse, begin, codeOf, exchange, post } from '../saml-idp.ts';
import { clock } from '../setup/clock.ts';

const pair = aKeyPair();
let server: Harness;
let providerId: string;
let domain: string;
beforeAll(async () => {
  server = await startServer();
  ({ providerId, domain } = await aCorporation(server, pair));
});

const refusal = (reason: string) => ({
  status: 403,
  body: { error: { type: 'sign_in_refused', message: expect.stringContaining(reason) } },
});

describe('a code of a sign-in', () => {
  const signedIn = async () => {
    const begun = await begin(server, providerId);
    return { begun, code: codeOf(await post(server, begun, await aResponse(begun, { pair, email: `ada@${domain}` }))) };
  };

  it('is refused when it is exchanged twice, and then ends the session of the first time', async () => {
    const { begun, code } = await signedIn();
    const { body } = await exchange(server, code, begun.verifier);
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await server.call('GET /v1/user', undefined, { headers })).status).toBe(200);
    expect(await exchange(server, code, begun.verifier)).toMatchObject(refusal('used'));
    expect((await server.call('GET /v1/user', undefined, { headers })).status).toBe(401);
  });

  it('leaves one session when it is exchanged concurrently', async () => {
    const { begun, code } = await signedIn();
    const replies = await Promise.all([1, 2, 3].map(() => exchange(server, code, begun.verifier)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('is spent by a wrong verifier', async () => {
    const { begun, code } = await signedIn();
    expect(await exchange(server, code, 'a'.repeat(43))).toMatchObject(refusal('The code is unknown'));
    expect(await exchange(server, code, begun.verifier)).toMatchObject(refusal('The code is unknown'));
  });

  it('is in the audit log when it is refused, and so is who is vouched for and not admitted', async () => {
    const refusals = async () => {
      const events = await server.platform.db.prisma.event.findMany({
        where: { type: 'session.refused', subjectId: providerId },
        orderBy: { position: 'desc' },
      });
      return events.map(({ data, actorId }) => ({ data, actorId }));
    };
    const before = await refusals();
    const { code } = await signedIn();
    await exchange(server, code, 'a'.repeat(43));
    const begun = await begin(server, providerId);
    await post(server, begun, await aResponse(begun, { pair, email: 'ada@elsewhere.example.org' }));
    const forged = await begin(server, providerId);
    await post(server, forged, await aResponse(forged, { pair: aKeyPair(), email: `ada@${domain}` }));
    const [admission, exchanged, ...earlier] = await refusals();
    expect(admission).toEqual({
      data: { provider: providerId, reason: expect.stringContaining('elsewhere.example.org') },
      actorId: null,
    });
    expect(exchanged).toEqual({
      data: {
        user: expect.stringMatching(/^usr_/),
        provider: providerId,
        reason: 'The verifier is not that of the code',
      },
      actorId: null,
    });
    expect(earlier).toEqual(before);
  });

  it('is worth nothing after a minute', async () => {
    const { begun, code } = await signedIn();
    const late = await clock.ahead(60_001, () => exchange(server, code, begun.verifier));
    expect(late).toMatchObject(refusal('expired'));
  });
});
