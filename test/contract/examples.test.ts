import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/app/process/version.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { startServer, type Harness } from '../harness.ts';
import { requestOf, type TriedRequest } from './authz-requests.ts';
import { aDocumentServer, aStage, aWorld } from './authz-world.ts';
import { aSectionedSite, aSitesWorld } from '../published-sites.ts';
import { authzRows, signatureOf, type AuthzRow } from './data.ts';

const document = openapi(version) as any;
const operationOf = ({ method, path }: AuthzRow) => document.paths[path]?.[method.toLowerCase()];
const rows = authzRows.filter((row) => operationOf(row) !== undefined);

let server: Harness;
let documents: { url: string; server: Server };
beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
});
afterAll(() => void documents.server.close());

/** Ids, codes and files that name what exists: the world of the test has its own. */
const isOfWorld = (value: string) =>
  /^[a-z]+_8f3kQ2vXbT0aLw5ZrN1y$/.test(value) || /^[\w-]{43}$/.test(value) || value.startsWith('<xliff');

/** The example with what names things of the world taken from a body that does. */
function inWorld(example: unknown, own: any): unknown {
  if (typeof example === 'string') return isOfWorld(example) ? own : example;
  if (Array.isArray(example)) return example.map((item, index) => inWorld(item, own?.[index]));
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, inWorld(value, own?.[key])]));
}

/** What the world requires instead of the example: only the test serves this URL. */
const replaced: Readonly<Record<string, (request: TriedRequest) => object>> = Object.fromEntries(
  ['importContent', 'importContentInChangeRequest', 'previewImport', 'previewImportInChangeRequest'].map((name) => [
    name,
    () => ({ url: documents.url }),
  ]),
);

/** Optional members that the resources of the test do not have. */
const absent = new Set([
  // Sites that are not published have no public URL, and the URL that is looked up is that of a space.
  'published',
  'collection',
  'changeRequest',
  'page',
  // The site of the test has no sections.
  'sections',
  'children',
  // The members of the test have no claims.
  'serviceVisitorClaims',
]);

/** Members that an example shows and an answer does not have. */
function missing(example: any, answer: any, path = 'answer'): string[] {
  if (Array.isArray(example))
    return Array.isArray(answer) && answer.length > 0 && example.length > 0
      ? missing(example[0], answer[0], `${path}[0]`)
      : [];
  if (typeof example !== 'object' || example === null || typeof answer !== 'object' || answer === null) return [];
  return Object.entries(example).flatMap(([key, value]) => {
    if (key in answer) return missing(value, answer[key], `${path}.${key}`);
    return absent.has(key) ? [] : [`${path}.${key}`];
  });
}

describe.each(rows)('$method $path', (row) => {
  const signature = signatureOf(row);
  const operation = operationOf(row);

  it(`the examples of ${signature} are a request that the server accepts and an answer like its own`, async () => {
    const world = await aWorld(await aStage(server, row), 'admin');
    const request = await requestOf(signature, row.path, world, documents.url);
    const caller = world.principal;
    // Nobody but the user may change the profile.
    const params = row.do === 'self' && 'userId' in request.params ? { userId: caller.userId } : request.params;
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
    const query = new URLSearchParams(request.query).toString();
    const example = operation.requestBody?.content['application/json'].example;
    const body =
      example === undefined
        ? request.body
        : { ...(inWorld(example, request.body) as object), ...replaced[operation.operationId]?.(request) };
    const reply = await caller.rest(`${row.method} ${path}${query && `?${query}`}`, body);
    expect(reply.status, `${JSON.stringify(body)} was answered ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    const schema = operation.responses[reply.status].content?.['application/json'].schema;
    const shown = document.components.schemas[schema?.$ref?.split('/').at(-1)]?.examples[0];
    if (shown) expect(missing(shown, reply.body)).toEqual([]);
  });
});

const published = 'POST /v1/urls/published';

it(`the example of ${published} is a request that the server accepts for a URL that is published`, async () => {
  const { url } = await aSectionedSite(await aSitesWorld('examples'));
  const { requestBody } = document.paths['/v1/urls/published'].post;
  const { example } = requestBody.content['application/json'];
  const reply = await server.call(published, { ...example, url });
  expect(reply.status).toBe(200);
});

it('every operation with a request body has its example sent', () => {
  const sent = new Set([...rows.map(signatureOf), published]);
  const bodies = Object.entries<any>(document.paths).flatMap(([path, operations]) =>
    Object.entries<any>(operations).flatMap(([method, { requestBody }]) =>
      requestBody ? [signatureOf({ method: method.toUpperCase(), path })] : [],
    ),
  );
  expect(bodies.filter((signature) => !sent.has(signature))).toEqual([]);
});
