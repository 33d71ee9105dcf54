import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/lib/program.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { collectAnswer, comparable, shownAnswers, writeExamples } from './answer-examples.ts';
import { fillList } from './example-contents.ts';
import { findFaults } from '../bodies.ts';
import { aSoftPasskey } from '../authenticator.ts';
import { aMember, anOrganization } from '../factories.ts';
import { aPasskeyPerson, signInByPasskey } from '../passkey-people.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { requestOf, type TriedRequest } from './authz-requests.ts';
import { aDocumentServer, aStage, aWorld } from './authz-world.ts';
import { aSectionedSite, aSitesWorld } from '../published-sites.ts';
import { authzRows, signatureOf, type AuthzRow } from '../../scripts/rest/access/rows.ts';
import { clock } from '../setup/clock.ts';

const document = openapi(version) as any;
const readOperation = ({ method, path }: AuthzRow) => document.paths[path]?.[method.toLowerCase()];
const rows = authzRows.filter((row) => readOperation(row) !== undefined);

/** `TEST_WRITE_EXAMPLES=1` writes the answers of this run as the examples of the document. */
const isWriting = process.env['TEST_WRITE_EXAMPLES'] === '1';

let server: Harness;
let documents: { url: string; server: Server };
beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
  const nowhere = { server: 'nowhere', send: () => Promise.resolve(), check: () => Promise.resolve() };
  Object.assign(server.platform.services, { mailer: nowhere });
});
afterAll(() => {
  Object.assign(server.platform.services, { mailer: null });
  documents.server.close();
  if (isWriting) writeExamples();
});

/** Whether a value is an id, code or file that the test replaces by one of its own. */
const isOfWorld = (value: string) =>
  /^[a-z]+_8f3kQ2vXbT0aLw5ZrN1y$/.test(value) || /^[\w-]{43}$/.test(value) || value.startsWith('<xliff');

/** Replaces ids in the example by those of a body for this world. */
function inWorld(example: unknown, own: any): unknown {
  if (typeof example === 'string') return isOfWorld(example) ? own : example;
  if (Array.isArray(example)) return example.map((item, index) => inWorld(item, own?.[index]));
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, inWorld(value, own?.[key])]));
}

/** Bodies that replace the example because they contain a URL that the test serves. */
const replaced: Readonly<Record<string, (request: TriedRequest) => object>> = Object.fromEntries(
  ['importContent', 'importContentInChangeRequest', 'previewImport', 'previewImportInChangeRequest'].map((name) => [
    name,
    () => ({ url: documents.url }),
  ]),
);
for (const name of [
  'signInByPasskey',
  'signInByLink',
  'allowClient',
  'connectGit',
  'importGitRepository',
  'exportToGitRepository',
])
  Object.assign(replaced, { [name]: ({ body }: TriedRequest) => body });

/**
 * Checks that an answer equals the example of the operation, except for ids, times and other values that differ between
 * runs.
 */
function expectShown({ operationId, responses }: any, { status, body }: { status: number; body: unknown }) {
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  const schema = responses[status].content?.['application/json']?.schema;
  if (!schema) return;
  const shown = collectAnswer(operationId, schema.$ref?.split('/').at(-1), body);
  if (!isWriting) expect(comparable(shown)).toEqual(comparable(shownAnswers()[operationId]));
}

/** Who calls, and what the body has besides, for an operation that needs a sign-in by a passkey just now, or an instance admin. */
async function ceremonyOf(
  signature: string,
  caller: Caller,
  { userId }: Readonly<Record<string, string>>,
): Promise<{ rest: Caller['rest']; body?: object } | null> {
  if (signature.startsWith('POST /v1/users/{userId}/sign-in-links')) {
    // A link is sent to an address that is proved.
    if (userId !== undefined)
      await server.platform.db.prisma.user.update({ where: { id: userId }, data: { emailVerified: true } });
    return { rest: (await server.aUser({ isInstanceAdmin: true })).rest };
  }
  if (!/^(?:POST|DELETE) \/v1\/user\/passkeys/.test(signature)) return null;
  const { rest } = await signInByPasskey(server, (await aPasskeyPerson(server, caller)).passkey);
  if (signature !== 'POST /v1/user/passkeys') return { rest };
  const { challenge } = (await rest('POST /v1/user/passkeys/options')).body;
  return { rest, body: { credential: aSoftPasskey().create(challenge) } };
}

describe.each(rows)('$method $path', (row) => {
  const signature = signatureOf(row);
  const operation = readOperation(row);

  it(`${signature} answers the request that the reference shows with the answer that it shows`, async () => {
    const stage = await aStage(server, row);
    const tried = await aWorld(stage, 'admin');
    // Lists of the caller's own resources must not contain those of other rows, so such rows get a new caller.
    const isOwn = row.level === 'self' || row.level === 'any';
    const world = isOwn ? { ...tried, principal: await aMember(server, stage.organizationId, 'admin') } : tried;
    const request = await requestOf(signature, row.path, world, documents.url);
    if (row.method === 'GET') await fillList(row.path, Object.keys(document.paths), world, request.params);
    const caller = world.principal;
    const ceremony = await ceremonyOf(signature, caller, request.params);
    // Only users themselves may change their profile.
    const params = row.do === 'self' && 'userId' in request.params ? { userId: caller.userId } : request.params;
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
    const query = new URLSearchParams(request.query).toString();
    const example = operation.requestBody?.content['application/json'].example;
    const body =
      example === undefined
        ? request.body
        : {
            ...(inWorld(example, request.body) as object),
            ...replaced[operation.operationId]?.(request),
            ...ceremony?.body,
          };
    const reply = await (ceremony?.rest ?? caller.rest)(`${row.method} ${path}${query && `?${query}`}`, body);
    expect(reply.status, `${JSON.stringify(body)} was answered ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    expectShown(operation, reply);
  });
});

const published = 'POST /v1/urls/published';

it('a look-up of a URL that is published answers as the reference shows, by either method', async () => {
  const { url } = await aSectionedSite(await aSitesWorld(`examples${clock.now().getTime()}`));
  const { get, post } = document.paths['/v1/urls/published'];
  const { example } = post.requestBody.content['application/json'];
  const posted = await server.call(published, { ...example, url });
  expect(posted.status).toBe(200);
  expectShown(post, posted);
  expectShown(get, await server.call(`GET /v1/urls/published?url=${encodeURIComponent(url)}`));
});

it('POST /uploads answers a file of any type as the document says', async () => {
  const { owner } = await anOrganization(server);
  const operation = document.paths['/uploads'].post;
  const { requestBody, responses } = operation;
  const [type = ''] = Object.keys(requestBody.content);
  const headers = { authorization: `Bearer ${owner.secret}`, 'content-type': type };
  const reply = await server.app.inject({ method: 'POST', url: '/uploads?name=a.md', headers, payload: '# A' });
  expect(reply.statusCode).toBe(201);
  expect(findFaults(responses[201].content['application/json'].schema, reply.json())).toBeNull();
  expectShown(operation, { status: 201, body: reply.json() });
  expect(Object.keys(reply.headers)).toEqual(
    expect.arrayContaining(Object.keys(responses[201].headers).map((name) => name.toLowerCase())),
  );
});

it('every operation with a request body has its example sent', () => {
  const sent = new Set([...rows.map(signatureOf), published, 'POST /uploads']);
  const bodies = Object.entries<any>(document.paths).flatMap(([path, operations]) =>
    Object.entries<any>(operations).flatMap(([method, { requestBody }]) =>
      requestBody ? [signatureOf({ method: method.toUpperCase(), path })] : [],
    ),
  );
  expect(bodies.filter((signature) => !sent.has(signature))).toEqual([]);
});

it.skipIf(isWriting)('every answer with a body has an example, and no other operation has one', () => {
  const operations = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path));
  const withBody = operations.flatMap(({ operationId, responses }) =>
    Object.entries<any>(responses).some(([status, { content }]) => status < '300' && content?.['application/json'])
      ? [operationId]
      : [],
  );
  expect(Object.keys(shownAnswers()).toSorted()).toEqual(withBody.toSorted());
});
