import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes as allScopes, type Scope } from '../../src/access/scopes.ts';
import { authzRows, signatureOf, type AuthzRow } from '../../scripts/rest/access/rows.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { isServed } from './authz-faces.ts';
import { listFields, selectionsOf, type ListField } from './authz-lists.ts';
import { addMarkedEvents, countMarks, markAll, marksBeyond } from './authz-marks.ts';
import { requestOf, type TriedRequest } from './authz-requests.ts';
import { aDocumentServer, aStage, type World } from './authz-world.ts';
import { allOrEvery } from '../setup/size.ts';
import { parentsOfLists } from './list-parents.ts';

/**
 * The fourth axis of the access matrix: what is read by the narrowest token. Each resource and each event has a text with the scope that
 * reads it, so that an answer shows whether it has more than its token may read, in whatever field.
 */
let server: Harness;
let world: World;
let documents: Awaited<ReturnType<typeof aDocumentServer>>;
const requests = new Map<string, TriedRequest>();
const ids: Record<string, string> = {};

/** What a worker makes at the first call. */
const isWork = ({ path }: AuthzRow) => path.endsWith('/pdf');

const rows = authzRows.filter(
  (row) =>
    row.method === 'GET' && isServed(row) && row.scope !== 'none' && !row.path.endsWith('/stream') && !isWork(row),
);

beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
  const stage = await aStage(
    server,
    rows.find(({ level }) => level === 'org')!,
  );
  world = { ...stage, ...stage.place, principal: stage.callers.get('admin')! };
  for (const row of rows) {
    const request = await requestOf(signatureOf(row), row.path, { ...world }, documents.url);
    requests.set(signatureOf(row), request);
    for (const [name, id] of Object.entries(request.params)) ids[name] ??= id;
  }
  Object.assign(ids, { principalId: world.principal.userId }, await addMarkedEvents(world));
  const { prisma } = server.platform.db;
  ids['specId'] = (await prisma.openApiSpec.findFirstOrThrow({ where: { organizationId: world.organizationId } })).id;
  ids['integrationId'] = (await prisma.integration.findUniqueOrThrow({ where: { name: ids['integrationName']! } })).id;
  await markAll(world);
});
afterAll(() => void documents.server.close());

const tokens = new Map<string, Promise<Caller>>();
const tokenWith = (scopes: readonly Scope[]): Promise<Caller> => {
  const key = scopes.join(' ');
  if (!tokens.has(key)) tokens.set(key, server.as(world.principal.userId, { scopes }));
  return tokens.get(key)!;
};

describe('a token with the scopes of the matrix alone reads nothing of another scope', () => {
  it.each(rows.map((row) => [signatureOf(row), row] as const))('by %s', async (signature, row) => {
    const { params, query } = requests.get(signature)!;
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
    const allowed = row.alsoScope ? [row.scope as Scope, row.alsoScope] : [row.scope as Scope];
    const caller = await tokenWith(allowed);
    const { status, body } = await caller.rest(`GET ${path}?${new URLSearchParams(query).toString()}`);
    expect(status, body.error?.message).toBe(200);
    expect(marksBeyond(allowed, body)).toEqual([]);
  });
});

describe('a token with no scope more than a list of the graph needs reads nothing of another scope', () => {
  const tried = listFields.filter(({ parent }) => parent in parentsOfLists);
  const ask = (caller: Caller, { parent, field, args }: ListField, selection: string) =>
    caller.graphql(
      `query ($id: ID!) { node(id: $id) { ... on ${parent} { ${field}${args} { edges { node { ${selection} } } } } } }`,
      { id: ids[parentsOfLists[parent]!] },
    );
  const answers = async (scopes: readonly Scope[], list: ListField, selection: string) =>
    (await ask(await tokenWith(scopes), list, selection)).body.errors === undefined;

  it.each(tried.map((list) => [`${list.parent}.${list.field}`, list] as const))('in %s', async (_name, list) => {
    const isNeeded = await Promise.all(
      allScopes.map(
        async (scope) =>
          !(await answers(
            allScopes.filter((one) => one !== scope),
            list,
            '__typename',
          )),
      ),
    );
    const needed = allScopes.filter((_scope, at) => isNeeded[at]);
    const caller = await tokenWith(needed);
    const replies = await Promise.all(
      allOrEvery(3, selectionsOf(list.item), tried.indexOf(list)).map(async (selection) => {
        const { body } = await ask(caller, list, selection);
        return [selection, marksBeyond(needed, body.data)] as const;
      }),
    );
    expect(replies.filter(([, beyond]) => beyond.length > 0)).toEqual([]);
  });
});

it('the marks are in answers', async () => {
  const caller = await tokenWith(allScopes);
  const { body } = await caller.rest(`GET /v1/orgs/${world.organizationId}/audit-events?limit=100`);
  expect(countMarks(body)).toBeGreaterThan(100);
});
