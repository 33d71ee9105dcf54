import { X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { openPlatform } from '../../src/app/process/platform.ts';
import { proveDomain } from '../corporations.ts';
import { anOrganization } from '../factories.ts';
import { baseUrl, startServer, type Harness, type Reply } from '../harness.ts';
import {
  aKeyPair,
  aResponse,
  begin,
  codeOf,
  exchange,
  idpValues,
  post,
  startPath,
  startValues,
  type Begun,
  type KeyPair,
  type ResponseValues,
} from '../saml-idp.ts';
import { bomb, wrapped, wrappings } from './xsw.ts';
import { clock } from '../setup/clock.ts';

let server: Harness;
let pair: KeyPair;
let other: KeyPair;
let organizationId: string;
let providerId: string;
let otherProviderId: string;
let serviceKey: { cert: string; publicKey: string };

beforeAll(async () => {
  server = await startServer();
  [pair, other] = [aKeyPair(), aKeyPair()];
  const { id, owner } = await anOrganization(server, { emailDomains: ['corp.test'] });
  organizationId = id;
  await proveDomain(server, { id, owner }, 'corp.test');
  const make = async () =>
    (await owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example', ...idpValues(pair), defaultRole: 'read' })).body
      .id;
  providerId = await make();
  otherProviderId = await make();
  const { serviceCertificate: cert } = await server.platform.db.prisma.samlProvider.findUniqueOrThrow({
    where: { id: providerId },
  });
  serviceKey = {
    cert,
    publicKey: new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
});
afterEach(() => void vi.useRealTimers());

const email = 'ada@corp.test';
const boss = 'boss@corp.test';
const sha1 = { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' };
const response = (begun: Begun, values: Partial<ResponseValues> = {}) => aResponse(begun, { pair, email, ...values });

/** Runs a function at another time. */
async function at<Result>(ms: number, make: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now().getTime() + ms });
  try {
    return await make();
  } finally {
    vi.useRealTimers();
  }
}

const made = [boss, 'x@corp.test'];
const countUsers = () =>
  server.platform.db.prisma.user.count({ where: { OR: [{ email: { in: made } }, { assertedEmail: { in: made } }] } });

/** Returns the parts of a reply that `refusal` describes. */
const seen = ({ status, body, headers }: Reply) => [status, body.error?.type, body.error?.message, headers['location']];

function refusal(reason: RegExp | string) {
  return [
    403,
    'sign_in_refused',
    typeof reason === 'string' ? expect.stringContaining(reason) : expect.stringMatching(reason),
    undefined,
  ];
}

describe('responses that sign in', () => {
  const accepted: readonly [string, (begun: Begun) => Promise<string>][] = [
    ['a signed assertion', (begun) => response(begun)],
    ['a signed assertion in a signed response', (begun) => response(begun, { signResponse: true })],
    ['an assertion in a signed response', (begun) => response(begun, { signAssertion: false, signResponse: true })],
    [
      'several addresses, one of them in a listed domain,',
      (begun) => response(begun, { nameId: 'ada', addresses: ['ada@home.test', email] }),
    ],
    ['an encrypted assertion', (begun) => response(begun, { encryptFor: serviceKey })],
    ['an assertion of half a minute in the future', (begun) => at(30_000, () => response(begun))],
    ['an assertion that expired half a minute ago', (begun) => at(-330_000, () => response(begun))],
  ];
  it.each(accepted)('%s signs in', async (_what, make) => {
    const begun = await begin(server, providerId);
    const reply = await exchange(server, codeOf(await post(server, begun, await make(begun))), begun.verifier);
    expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ organization: organizationId })]);
  });
});

describe('responses that are refused', () => {
  const unsigned = 'not signed by a certificate of the provider';
  const own = (begun: Begun) => `${baseUrl}/saml/${begun.providerId}`;
  const table: readonly [string, (begun: Begun) => Promise<string> | string, string | RegExp][] = [
    ['no signature', (begun) => response(begun, { signAssertion: false }), unsigned],
    [
      'a response that somebody else signed around an unsigned assertion',
      (begun) => response(begun, { pair: other, signAssertion: false, signResponse: true }),
      unsigned,
    ],
    [
      'a changed name in a signed response',
      async (begun) => (await response(begun, { signAssertion: false, signResponse: true })).replaceAll(email, boss),
      unsigned,
    ],
    ['a signature of another certificate', (begun) => response(begun, { pair: other }), unsigned],
    [
      'an encrypted assertion that somebody else signed',
      (begun) => response(begun, { pair: other, encryptFor: serviceKey }),
      unsigned,
    ],
    [
      'an encrypted assertion without signature',
      (begun) => response(begun, { signAssertion: false, encryptFor: serviceKey }),
      unsigned,
    ],
    ['a signature with SHA-1', (begun) => response(begun, sha1), 'SHA-256'],
    ['an encrypted signature with SHA-1', (begun) => response(begun, { ...sha1, encryptFor: serviceKey }), 'SHA-256'],
    ['a changed name', async (begun) => (await response(begun)).replaceAll(email, boss), unsigned],
    ...Object.entries(wrappings).map(
      ([name, { signed, wrap }]): [string, (begun: Begun) => Promise<string>, RegExp] => [
        `signature wrapping ${name}`,
        async (begun) =>
          wrapped(await response(begun, { signResponse: signed === 'response' }), wrap, { from: email, as: boss }),
        /exactly one assertion|an id twice|where none is allowed|not signed/,
      ],
    ),
    ...Object.entries(wrappings)
      .filter(([, { signed }]) => signed === 'response')
      .map(([name, { wrap }]): [string, (begun: Begun) => Promise<string>, RegExp] => [
        `signature wrapping ${name}, of a response that alone is signed`,
        async (begun) =>
          wrapped(await response(begun, { signAssertion: false, signResponse: true }), wrap, { from: email, as: boss }),
        /exactly one assertion|an id twice|where none is allowed|not signed/,
      ]),
    [
      'a response and an assertion that answer different requests',
      async (begun) => (await response(begun)).replace(/(<samlp:Response [^>]*InResponseTo=")[^"]*/, '$1_another'),
      'answer different requests',
    ],
    [
      'a comment that cuts a name of another domain short',
      async (begun) => {
        const xml = await response(begun, { email: 'x@corp.test.evil.test' });
        return xml.replaceAll('x@corp.test.evil.test', 'x@corp.test<!---->.evil.test');
      },
      'does not list "corp.test.evil.test"',
    ],
    ['an assertion that has expired', (begun) => at(-600_000, () => response(begun)), 'it has expired'],
    ['an assertion that is not valid yet', (begun) => at(600_000, () => response(begun)), 'not valid yet'],
    [
      'another audience',
      (begun) => response(begun, { audience: 'https://elsewhere.test' }),
      'meant for another service',
    ],
    ['another recipient', (begun) => response(begun, { recipient: `${own(begun)}/other` }), 'sent to another address'],
    ['another issuer', (begun) => response(begun, { issuer: 'https://evil.test' }), 'issued by another'],
    ['an unknown request', (begun) => response({ ...begun, requestId: '_unknown' }), 'a sign-in that is in progress'],
    ['no request at all', (begun) => response({ ...begun, requestId: '' }), 'does not answer a request'],
    [
      'a request to another provider',
      async (begun) => response({ ...begun, requestId: (await begin(server, otherProviderId)).requestId }),
      'a sign-in that is in progress',
    ],
    [
      'an XML bomb',
      async (begun) => bomb + (await response(begun)).replaceAll(email, '&i;'),
      'must not have a document type',
    ],
    [
      'an external entity',
      async (begun) =>
        `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${(await response(begun)).replaceAll(email, '&f;')}`,
      'must not have a document type',
    ],
    ['nesting without end', () => '<a>'.repeat(40_000), /refused/],
    ['something that is not XML', () => 'ada@corp.test', 'well-formed'],
    ['two roots', async (begun) => `${await response(begun)}<a/>`, /refused/],
    [
      'a status of failure',
      async (begun) => (await response(begun)).replace('status:Success', 'status:Requester'),
      'reports Requester',
    ],
    [
      'an address outside the domains',
      (begun) => response(begun, { email: 'ada@elsewhere.test' }),
      'does not list "elsewhere.test"',
    ],
  ];
  it.each(table)('%s is refused, and nobody is made', async (_what, make, reason) => {
    const begun = await begin(server, providerId);
    expect(seen(await post(server, begun, await make(begun)))).toEqual(refusal(reason));
    expect(await countUsers()).toBe(0);
  });

  it('a provider whose only certificate has expired signs nobody in', async () => {
    const expired = aKeyPair(new Date(clock.now().getTime() - 1_000));
    const { prisma } = server.platform.db;
    const begun = await begin(server, otherProviderId);
    const { certificate } = await prisma.samlProvider.findUniqueOrThrow({ where: { id: otherProviderId } });
    await prisma.samlProvider.update({ where: { id: otherProviderId }, data: { certificate: expired.cert } });
    expect(seen(await post(server, begun, await response(begun, { pair: expired })))).toEqual(refusal('certificate'));
    await prisma.samlProvider.update({ where: { id: otherProviderId }, data: { certificate } });
  });
});

describe('replays', () => {
  it('a response is accepted once', async () => {
    const begun = await begin(server, providerId);
    const xml = await response(begun);
    codeOf(await post(server, begun, xml));
    expect(seen(await post(server, begun, xml))).toEqual(refusal('a sign-in that is in progress'));
  });

  it('an assertion is accepted once, even for a request that is under way', async () => {
    const { prisma } = server.platform.db;
    const begun = await begin(server, providerId);
    const request = await prisma.samlRequest.findUniqueOrThrow({ where: { id: begun.requestId } });
    const xml = await response(begun);
    codeOf(await post(server, begun, xml));
    await prisma.samlRequest.create({ data: request });
    expect(seen(await post(server, begun, xml))).toEqual(refusal('used before'));
  });

  it('one of two processes that get a response at once accepts it', async ({ skip }) => {
    const { config, services } = server.platform;
    if (config.DATABASE_URL === undefined) return skip('the embedded database has one process');
    const { log, urls } = services;
    const second = await openPlatform(config, { log, urls });
    const app = await createServer(second);
    try {
      const elsewhere: Pick<Harness, 'call'> = {
        call: async (signature, payload, options) => {
          const [method = '', url = ''] = signature.split(' ');
          const reply = await app.inject({
            method: method as 'POST',
            url,
            headers: { ...options?.headers },
            payload: payload as string,
          });
          return { status: reply.statusCode, headers: reply.headers, body: reply.body && JSON.parse(reply.body) };
        },
      };
      const begun = await begin(server, providerId);
      const xml = await response(begun);
      const replies = await Promise.all([server, elsewhere, server, elsewhere].map((one) => post(one, begun, xml)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([303, 403, 403, 403]);
    } finally {
      await app.close();
      await second.close();
    }
  });
});

describe('where a sign-in returns to', () => {
  const open = [
    'https://evil.test/',
    `${baseUrl}.evil.test/login`,
    `${baseUrl}@evil.test/`,
    'http://user:secret@127.0.0.1/',
    '//evil.test/',
    '/login',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://127.0.0.1.evil.test/',
    'http://localhost.evil.test/',
    `${baseUrl}/login#token`,
    '',
  ];
  it.each(open)('a sign-in does not begin with RelayState %j', async (RelayState) => {
    const { query } = startValues();
    const { status, body, headers } = await server.call(startPath(providerId, { ...query, RelayState }));
    expect([status, body.error.details[0].path, headers['location']]).toEqual([400, 'query.RelayState', undefined]);
  });

  it.each([`${baseUrl}/login`, 'http://127.0.0.1:49152/callback', 'http://[::1]:8080/'])(
    '%s is an address to return to',
    async (RelayState) => {
      const { query } = startValues();
      expect((await server.call(startPath(providerId, { ...query, RelayState }))).status).toBe(302);
    },
  );

  it('a RelayState that is posted with a response changes nothing', async () => {
    const begun = await begin(server, providerId);
    const { headers } = await post(server, begun, await response(begun), { RelayState: 'https://evil.test/' });
    expect(String(headers['location'])).toMatch(/^http:\/\/octavo\.test\/login\?code=[\w-]{43}&state=kept$/);
  });

  it.each([
    ['plain', 'x'.repeat(43)],
    ['S256', 'short'],
    ['', ''],
  ])('a sign-in does not begin with the challenge method %j and challenge %j', async (method, challenge) => {
    const { query } = startValues();
    const values = { ...query, code_challenge: challenge, code_challenge_method: method };
    expect((await server.call(startPath(providerId, values))).status).toBe(400);
  });
});
