import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import type { WebhookDefinition } from '@octokit/webhooks-examples';
import { sign } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { concernsBranch } from '../../../src/domain/exchange/git/hook-payload.ts';
import { isSigned } from '../../../src/domain/exchange/git/hook-signature.ts';
import { aServer } from '../../app/own-server.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { aConnection } from '../../git-factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly WebhookDefinition[];

let server: Harness;
let base: string;
let connection: { id: string; secret: string };
let spaceId: string;

beforeAll(async () => {
  server = await startServer();
  base = await server.listen();
  const { id } = await anOrganization(server);
  spaceId = (await aSpace(server, id)).id;
});

beforeEach(async () => {
  // No sync of a connection that waits for a token begins, so it stays visible whether one is due.
  connection = await aConnection(server, { spaceId, status: 'unauthenticated' });
});

type Headers = Record<string, string>;

/** Sends a webhook, and returns its status. */
async function send(headers: Headers, body: string | Buffer = '{}', id = connection.id) {
  const answer = await fetch(`${base}/v1/git/hooks/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const isDue = async () => {
  const where = { id: connection.id };
  return (await server.platform.db.prisma.gitConnection.findUniqueOrThrow({ where })).dueAt !== null;
};

const hmac = (body: string | Buffer, secret = connection.secret) =>
  createHmac('sha256', secret).update(body).digest('hex');
const pushOf = (ref: string) => JSON.stringify({ ref, commits: [] });
const main = pushOf('refs/heads/main');

/** What Standard Webhooks sends, signed by its own library. */
function standard(body: string, secret = connection.secret, at = clock.now()): Headers {
  const signature = new Webhook(secret).sign('msg_1', at, body);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  };
}

/** How each host tells of a push to a branch, by its documentation. */
const hosts: readonly [name: string, of: (body: string) => Headers | Promise<Headers>][] = [
  [
    'GitHub',
    async (body) => ({ 'x-github-event': 'push', 'x-hub-signature-256': await sign(connection.secret, body) }),
  ],
  ['Gitea', (body) => ({ 'x-gitea-event': 'push', 'x-gitea-signature': hmac(body) })],
  ['Forgejo', (body) => ({ 'x-forgejo-event': 'push', 'x-forgejo-signature': hmac(body) })],
  ['GitLab with a signing token', (body) => ({ 'x-gitlab-event': 'Push Hook', ...standard(body) })],
  ['GitLab with a secret token', () => ({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': connection.secret })],
  ['another one', () => ({ 'x-octavo-token': connection.secret })],
];

describe('POST /v1/git/hooks/{connectionId}', () => {
  it.each(hosts)('a push that %s tells of makes a sync due', async (_name, of) => {
    expect(await send(await of(main), main)).toBe(202);
    expect(await isDue()).toBe(true);
  });

  it('a push that Bitbucket tells of makes a sync due', async () => {
    const body = JSON.stringify({ push: { changes: [{ new: { type: 'branch', name: 'main' }, old: null }] } });
    expect(await send({ 'x-event-key': 'repo:push', 'x-hub-signature': `sha256=${hmac(body)}` }, body)).toBe(202);
    expect(await isDue()).toBe(true);
  });

  it('the pushes that GitHub shows, by its own signer, count for their branch alone', async () => {
    const pushes = examples.find(({ name }) => name === 'push')?.examples ?? [];
    expect(pushes.length).toBeGreaterThan(5);
    for (const ref of ['refs/heads/master', 'refs/heads/main'])
      for (const payload of pushes) {
        connection = await aConnection(server, { spaceId, status: 'unauthenticated', ref });
        const body = JSON.stringify(payload);
        const signature = await sign(connection.secret, body);
        expect(await send({ 'x-github-event': 'push', 'x-hub-signature-256': signature }, body)).toBe(202);
        expect(await isDue()).toBe('ref' in payload && payload.ref === ref);
      }
  });

  it.each([
    ['the event that tests the webhook', { 'x-github-event': 'ping' }, main],
    ['another event of GitLab', { 'x-gitlab-event': 'Tag Push Hook' }, main],
    ['a push to another branch', { 'x-github-event': 'push' }, pushOf('refs/heads/next')],
  ])('%s is accepted, and makes nothing due', async (_name, headers: Headers, body) => {
    expect(await send({ ...headers, 'x-octavo-token': connection.secret }, body)).toBe(202);
    expect(await isDue()).toBe(false);
  });

  it.each([
    ['no JSON', 'pushed!', 'text/plain'],
    ['nothing', '', 'application/json'],
    ['a form', `payload=${encodeURIComponent(main)}`, 'application/x-www-form-urlencoded'],
    ['JSON of no push', '[null, {"ref": 7}]', 'application/json'],
  ])('a signed body with %s makes a sync due', async (_name, body, type) => {
    const headers = { 'content-type': type, 'x-hub-signature-256': `sha256=${hmac(body)}` };
    expect(await send(headers, body)).toBe(202);
    expect(await isDue()).toBe(true);
  });

  it('a body of the largest size is read, and a larger one refused', async () => {
    const largest = Buffer.alloc(5 * 1_048_576, ' ');
    expect(await send({ 'x-hub-signature-256': `sha256=${hmac(largest)}` }, largest)).toBe(202);
    const larger = Buffer.concat([largest, Buffer.from(' ')]);
    expect(await send({ 'x-hub-signature-256': `sha256=${hmac(larger)}` }, larger)).toBe(413);
  });

  it('a wrong signature, none, and an id of nothing are answered alike', async () => {
    const wrong = { 'x-hub-signature-256': `sha256=${hmac(main, 'another')}` };
    const signed = { 'x-hub-signature-256': `sha256=${hmac(main)}` };
    expect(await send(wrong, main)).toBe(401);
    expect(await send({}, main)).toBe(401);
    expect(await send(signed, `${main} `)).toBe(401);
    for (const id of ['git_00000000000000000000', 'nothing', '%00']) expect(await send(signed, main, id)).toBe(401);
    expect(await isDue()).toBe(false);
  });

  it('a signature with an old time is refused', async () => {
    const at = new Date(clock.now().getTime() - 6 * 60_000);
    expect(await send(standard(main, connection.secret, at), main)).toBe(401);
  });
});

describe('failures of an address', () => {
  it('the 21st wrong signature in a minute is 429, and a right one is still accepted', async () => {
    const { app } = await aServer({ AUTH_FAILURES_PER_MINUTE: 20 });
    const { id, secret } = connection;
    const post = async (token: string) =>
      (await app.inject({ method: 'POST', url: `/v1/git/hooks/${id}`, headers: { 'x-octavo-token': token } }))
        .statusCode;
    const statuses: number[] = [];
    for (let sent = 0; sent < 22; sent += 1) statuses.push(await post('wrong'));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    expect(await post(secret)).toBe(202);
  });
});

describe('rules', () => {
  it("GitHub's own example of a signature is right", () => {
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const request = { headers: { 'x-hub-signature-256': signature }, body: Buffer.from('Hello, World!') };
    expect(isSigned(request, "It's a Secret to Everybody", clock.now())).toBe(true);
    expect(isSigned(request, "It's a secret to everybody", clock.now())).toBe(false);
  });

  it.each([
    [{ push: { changes: [{ new: { type: 'branch', name: 'next' } }] } }, 'refs/heads/main', false],
    [{ push: { changes: [{ new: { type: 'tag', name: 'main' } }] } }, 'refs/heads/main', false],
    [{ push: { changes: [{ new: null, old: { type: 'branch', name: 'main' } }] } }, 'refs/heads/main', true],
    [{ push: { changes: [] } }, 'refs/heads/main', true],
    [{ ref: 'refs/heads/main' }, 'refs/heads/main', true],
  ])('%j concerns %s: %j', (payload, ref, expected) => {
    const body = Buffer.from(JSON.stringify(payload));
    expect(concernsBranch({ headers: { 'x-event-key': 'repo:push' }, body }, ref)).toBe(expected);
  });
});
