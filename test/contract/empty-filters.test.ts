import { getNullableType, isListType, isNonNullType, isObjectType, type GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authzRows, signatureOf } from '../../scripts/rest/access/rows.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { listVariables, queryNames } from '../../src/rest/variables.ts';
import { schema } from '../../src/schema/index.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { isServed } from './authz-faces.ts';
import { listFields } from './authz-lists.ts';
import { requestOf, type TriedRequest } from './authz-requests.ts';
import { aDocumentServer, aStage, type World } from './authz-world.ts';
import { contractOperations } from './data.ts';
import { parentsOfLists } from './list-parents.ts';

/** An empty filter is as if it were not given, for each filter of each list. See docs/adr/0117-an-empty-filter-is-none.md. */
let server: Harness;
let admin: Caller;
let documents: Awaited<ReturnType<typeof aDocumentServer>>;
const requests = new Map<string, TriedRequest>();
const ids: Record<string, string> = {};

const isWork = (path: string) => path.endsWith('/pdf') || path.endsWith('/stream');
const routeOf = new Map(routes.map((route) => [signatureOf(route), route]));

/** The parameters of a query that may be omitted: those that are implemented, and all that the contract names. */
function optionalNames(signature: string): string[] {
  const route = routeOf.get(signature)!;
  const own = listVariables(schema, route)
    .filter(({ place, type }) => place.startsWith('query.') && !isNonNullType(type))
    .map(({ place }) => place.slice('query.'.length));
  const contract = contractOperations.find(({ method, path }) => signatureOf({ method, path } as never) === signature);
  const needed = listVariables(schema, route).flatMap(({ name, type }) =>
    isNonNullType(type) ? [queryNames[name] ?? name] : [],
  );
  return [...new Set([...own, ...(contract?.query ?? []).map(({ name }) => name)])].filter(
    (name) => !needed.includes(name),
  );
}

const rows = authzRows
  .filter((row) => row.method === 'GET' && isServed(row) && row.scope !== 'none' && !isWork(row.path))
  .map((row) => ({ row, signature: signatureOf(row), names: optionalNames(signatureOf(row)) }))
  .filter(({ names }) => names.length > 0);

beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
  const stage = await aStage(server, rows.find(({ row }) => row.level === 'org')!.row);
  const world: World = { ...stage, ...stage.place, principal: stage.callers.get('admin')! };
  admin = world.principal;
  for (const { row, signature } of rows) {
    const request = await requestOf(signature, row.path, { ...world }, documents.url);
    requests.set(signature, request);
    for (const [name, id] of Object.entries(request.params)) ids[name] ??= id;
  }
  ids['principalId'] = admin.userId;
  const { prisma } = server.platform.db;
  ids['specId'] = (await prisma.openApiSpec.findFirstOrThrow({ where: { organizationId: world.organizationId } })).id;
  ids['integrationId'] = (await prisma.integration.findUniqueOrThrow({ where: { name: ids['integrationName']! } })).id;
});
afterAll(() => void documents.server.close());

/** What an answer says of a list: its status, its number and its items. */
const shortOf = ({ status, body }: { readonly status: number; readonly body: any }) => [
  status,
  body?.count,
  body?.items?.map((item: any) => item.id ?? item.type ?? null),
];

describe('an empty parameter of a query over REST is as if it were not given', () => {
  it.each(rows.map(({ signature, ...rest }) => [signature, rest] as const))(
    'of %s',
    async (signature, { row, names }) => {
      const { params, query } = requests.get(signature)!;
      const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
      const ask = async (more: Readonly<Record<string, string>>, without: string) => {
        const given = Object.fromEntries(Object.entries(query).filter(([name]) => name !== without));
        return shortOf(await admin.rest(`GET ${path}?${new URLSearchParams({ ...given, ...more }).toString()}`));
      };
      for (const name of names) {
        expect([name, await ask({ [name]: '' }, name)]).toEqual([name, await ask({}, name)]);
      }
    },
  );
});

/** The arguments of a list that may be omitted, and can be empty: texts, ids and lists. */
function emptyArguments(parent: string, field: string): string[] {
  const type = schema.getType(parent);
  if (!isObjectType(type)) return [];
  const { args } = (type as GraphQLObjectType).getFields()[field]!;
  return args.flatMap(({ name, type: argument }) => {
    if (isNonNullType(argument)) return [];
    if (isListType(argument)) return [`${name}: []`];
    return ['String', 'ID'].includes(String(getNullableType(argument))) ? [`${name}: ""`] : [];
  });
}

describe('an empty argument of a list of the graph is as if it were not given', () => {
  const tried = listFields
    .filter(({ parent }) => parent in parentsOfLists)
    .map((list) => ({ ...list, empty: emptyArguments(list.parent, list.field) }));

  it.each(tried.map((list) => [`${list.parent}.${list.field}`, list] as const))('in %s', async (_name, list) => {
    const { parent, field, args, empty } = list;
    const ask = async (more: string) => {
      const all = [args.slice(1, -1), more].filter(Boolean).join(', ');
      const given = all === '' ? '' : `(${all})`;
      const { body } = await admin.graphql(
        `query ($id: ID!) { node(id: $id) { ... on ${parent} { ${field}${given} { count edges { cursor } } } } }`,
        { id: ids[parentsOfLists[parent]!] },
      );
      return body.errors?.[0].message ?? body.data;
    };
    const omitted = await ask('');
    for (const one of empty) expect([one, await ask(one)]).toEqual([one, omitted]);
  });
});
