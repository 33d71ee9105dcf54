import {
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type OperationDefinitionNode,
  isInputObjectType,
} from 'graphql';
import type { MemberExtension } from '../../src/schema/form-inputs.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { readOperation } from '../../src/rest/variables.ts';
import { schema } from '../../src/schema/index.ts';
import {
  aCollection,
  anInstallation,
  anIntegration,
  anOpenApiSpec,
  anOrganization,
  aSpace,
  aWebhook,
  aTeam,
} from '../factories.ts';
import { aConnection } from '../git-factories.ts';
import { translationIds } from '../translation-factories.ts';
import { startServer, type Caller, type Harness, type Reply } from '../harness.ts';
import { anEntry } from './authz-world.ts';
import { siteIds } from './site-ids.ts';

let server: Harness;
let ada: Caller;
/** An instance admin. */
let operator: Caller;
/** Ids by the name of the path parameter, which is that of the variable too. */
let ids: Record<string, string>;

beforeAll(async () => {
  server = await startServer();
  const { id: organizationId, owner } = await anOrganization(server);
  ada = owner;
  operator = await server.aUser({ isInstanceAdmin: true });
  const [space, collection, team] = await Promise.all([
    aSpace(server, organizationId),
    aCollection(server, organizationId),
    aTeam(server, organizationId),
  ]);
  const spaceId = space.id;
  await aConnection(server, { spaceId });
  const integration = await anIntegration(server, organizationId);
  await anOpenApiSpec(server, organizationId, { slug: 'listed', createdById: owner.userId });
  const changeRequest = await ada.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
  const comment = await ada.rest(`POST /v1/spaces/${spaceId}/comments`, { body: { markdown: 'Hello' } });
  await ada.rest(`PUT /v1/spaces/${spaceId}/comments/${comment.body.id}`, { addedReactions: ['1f44d'] });
  const changeRequestId = changeRequest.body.id;
  const inRequest = await ada.rest(`POST /v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments`, {
    body: { markdown: 'Hello' },
  });
  ids = {
    organizationId,
    spaceId,
    collectionId: collection.id,
    teamId: team.id,
    specSlug: 'listed',
    ...(await siteIds(server, organizationId)),
    userId: ada.userId,
    commentId: comment.body.id,
    pageId: await anEntry({ server, spaceId }, 'page'),
    fileId: await anEntry({ server, spaceId }, 'file'),
    changeRequestId,
    integrationName: integration.name,
    webhookId: (await aWebhook(server, organizationId)).id,
    installationId: (await anInstallation(server, integration.id, organizationId)).id,
    revisionId: (await ada.rest(`GET /v1/spaces/${spaceId}`)).body.revision,
    requestCommentId: inRequest.body.id,
    ...(await translationIds(server, organizationId)),
  };
});

/** Characters of one code point each, in two units of UTF-16. */
const characters = (length: number) => '🦊'.repeat(length);
const letters = (length: number) => 'a'.repeat(length);

/** Hostnames are unique, so each test has letters of its own. */
let hostnames = 0;
function hostname(length: number): string {
  hostnames += 1;
  return (String(hostnames) + letters(length)).slice(0, length);
}

const url = (length: number) => `https://example.org/${letters(length)}`.slice(0, length);

interface Limit {
  /** Limits of part 8 of the contract, and of `logo` in 4.11. */
  readonly min?: number;
  readonly max: number;
  readonly text: (length: number) => string;
  /** `POST path`, the limited field of the body, and the equivalent mutation. */
  readonly writes: readonly (readonly [signature: string, field: string, mutation: string])[];
  /** Reads the value from an answer, when it is not the field of the same name. */
  readonly read?: (resource: any) => unknown;
}

const limits: Record<string, Limit> = {
  'Space title': {
    max: 50,
    text: characters,
    writes: [
      ['POST /v1/orgs/{organizationId}/spaces', 'title', 'createSpace'],
      ['PATCH /v1/spaces/{spaceId}', 'title', 'updateSpace'],
    ],
  },
  'Collection title': {
    max: 50,
    text: characters,
    writes: [
      ['POST /v1/orgs/{organizationId}/collections', 'title', 'createCollection'],
      ['PATCH /v1/collections/{collectionId}', 'title', 'updateCollection'],
    ],
  },
  'Collection description': {
    max: 100,
    text: characters,
    writes: [['PATCH /v1/collections/{collectionId}', 'description', 'updateCollection']],
  },
  'Change request subject': {
    max: 100,
    text: characters,
    writes: [
      ['POST /v1/spaces/{spaceId}/change-requests', 'subject', 'createChangeRequest'],
      ['PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}', 'subject', 'updateChangeRequest'],
    ],
  },
  'Organization title': {
    min: 2,
    max: 255,
    text: characters,
    writes: [
      ['POST /v1/orgs', 'title', 'createOrganization'],
      ['PATCH /v1/orgs/{organizationId}', 'title', 'updateOrganization'],
    ],
  },
  'Organization hostname': {
    min: 3,
    max: 32,
    text: hostname,
    writes: [['PATCH /v1/orgs/{organizationId}', 'hostname', 'updateOrganization']],
  },
  'Organization logo': {
    max: 2048,
    text: url,
    writes: [['PATCH /v1/orgs/{organizationId}', 'logo', 'updateOrganization']],
    read: (organization) => organization.urls?.logo ?? organization.logoUrl,
  },
  'Team title': {
    min: 1,
    max: 64,
    text: characters,
    writes: [
      ['PUT /v1/orgs/{organizationId}/teams', 'title', 'createTeam'],
      ['PATCH /v1/orgs/{organizationId}/teams/{teamId}', 'title', 'updateTeam'],
    ],
  },
};

const filled = (path: string) =>
  path
    .replace('{changeRequestId}/comments/{commentId}', '{changeRequestId}/comments/{requestCommentId}')
    .replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? name);

const listParams = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Returns the name in the graph of a member of the input of a mutation. */
function graphNameOf(mutation: string, member: string) {
  const input = schema.getType(`${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`);
  const fields = isInputObjectType(input) ? Object.values(input.getFields()) : [];
  const field = fields.find(({ extensions }) => (extensions as unknown as MemberExtension).member.name === member);
  return field?.name ?? member;
}

/** Returns the document of a mutation whose result is named `changed`. */
function mutationOf(name: string, path: string, field: string) {
  const thing = name.replace(/^(create|update)/, '');
  const resource = `${thing.charAt(0).toLowerCase()}${thing.slice(1)}`;
  const inputType = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const params = listParams(path);
  const declared = [...params.map((param) => `$${param}: ID!`), `$input: ${inputType}`];
  const passed = [...params, 'input'].map((param) => `${param}: $${param}`);
  return `mutation (${declared.join(', ')}) { answer: ${name}(${passed.join(', ')}) { changed: ${resource} { ${field} } } }`;
}

describe.each(Object.entries(limits))('%s', (_name, { min, max, text, writes, read }) => {
  const inside = [...(min === undefined ? [] : [min]), max - 1, max];
  const outside = [...(min === undefined ? [] : [min - 1]), max + 1];

  describe.each(writes)('%s %s', (signature, field, mutation) => {
    const graphField = graphNameOf(mutation, field);
    const [method = '', path = ''] = signature.split(' ');
    const valueIn = read ?? ((resource: any) => resource[field]);
    const byRest = (value: string) => ada.rest(`${method} ${filled(path)}`, { [field]: value });
    const byGraphql = (value: string) =>
      ada.graphql(mutationOf(mutation, path, graphField), { ...idsOf(path), input: { [graphField]: value } });

    it.each(inside)(`${signature} accepts a ${field} of %i characters, as does its mutation`, async (length) => {
      const [first, second] = [text(length), text(length)];
      const rest = await byRest(first);
      expect([rest.status < 300, valueIn(rest.body)]).toEqual([true, first]);
      const { body } = await byGraphql(second);
      expect([body.errors, valueIn(body.data?.answer.changed)]).toEqual([undefined, second]);
    });

    it.each(outside)(`${signature} refuses a ${field} of %i characters, as does its mutation`, async (length) => {
      const rest = await byRest(text(length));
      expect([rest.status, rest.body.error.type, rest.body.error.details[0].path]).toEqual([
        400,
        'validation_failed',
        `body.${field}`,
      ]);
      const { body } = await byGraphql(text(length));
      expect(body.errors).toMatchObject([{ extensions: { type: 'validation_failed', status: 400 } }]);
    });

    it(`${signature} documents the length of ${field}`, () => {
      const documented = openapi('0') as any;
      const body = documented.paths[path][method.toLowerCase()].requestBody.content['application/json'].schema;
      const { properties } = documented.components.schemas[body.$ref.split('/').at(-1)];
      const { minLength, maxLength } = properties[field];
      expect({ minLength, maxLength }).toEqual({ minLength: min, maxLength: max });
    });
  });
});

const idsOf = (path: string) => Object.fromEntries(listParams(path).map((name) => [name, ids[name]]));

/** Maximum number of items of a list; the published client asks for at most 100 entries of the audit log. */
const maxItemsOf = (name: string) => (/\/audit-events$|\b(?:account|instance)Events\b/.test(name) ? 100 : 1_000);
const lists = routes.filter((route) =>
  readOperation(route).variableDefinitions?.some(({ variable }) => variable.name.value === 'first'),
);

describe.each(lists)('limit of $method $path', (route) => {
  const { method, path } = route;
  const maxItems = maxItemsOf(path);
  const asked = path.endsWith('/search') && method === 'GET' ? 'query=words&' : '';
  const body = method === 'POST' ? { query: 'words' } : undefined;
  const withLimit = (limit: number) => ada.rest(`${method} ${filled(path)}?${asked}limit=${limit}`, body);

  it(`${method} ${path} accepts a limit of ${maxItems} at most`, async () => {
    for (const limit of [maxItems - 1, maxItems]) expect((await withLimit(limit)).status).toBe(200);
    const reply = await withLimit(maxItems + 1);
    expect([reply.status, reply.body.error?.details[0].path]).toEqual([400, 'query.limit']);
  });

  it(`${method} ${path} returns at most as many items as its limit, and refuses a negative one`, async () => {
    expect((await withLimit(0)).body.items).toEqual([]);
    expect((await withLimit(1)).body.items.length).toBeLessThanOrEqual(1);
    expect((await withLimit(-1)).status).toBe(400);
  });
});

/** The operation with nothing but the end of its list, since 1,000 whole items of some lists cost too much. */
function listAlone(operation: OperationDefinitionNode): DocumentNode {
  const end = parse('{ pageInfo { endCursor } }').definitions[0] as OperationDefinitionNode;
  const isPaged = ({ arguments: given }: FieldNode) => given?.some(({ name }) => name.value === 'first');
  const short = visit(operation, {
    Field: (field) => (isPaged(field) ? { ...field, selectionSet: end.selectionSet } : undefined),
  });
  const body = print(short.selectionSet);
  const used = short.variableDefinitions?.filter(({ variable }) => body.includes(print(variable)));
  return { kind: Kind.DOCUMENT, definitions: [{ ...short, variableDefinitions: used }] };
}

/** Documents with the variable `$first` for every list: those of the REST API, and one for each list that it lacks. */
const documents: readonly (readonly [name: string, document: DocumentNode])[] = [
  ...lists.map((route) => [`${route.method} ${route.path}`, listAlone(readOperation(route))] as const),
  ...[
    ...['organizations', 'changeRequests', 'notifications', 'watching'].map(
      (list) => `query ($first: Int) { viewer { ${list}(first: $first) { count } } }`,
    ),
    'query ($first: Int) { viewer { accountEvents(first: $first) { count } } }',
    'query ($first: Int) { instanceEvents(first: $first) { count } }',
    'query ($commentId: ID!, $first: Int) { comment(id: $commentId) { reactions { users(first: $first) { reactedAt } } } }',
    'query ($spaceId: ID!, $first: Int) { space(id: $spaceId) { content { pages(first: $first) { count } } } }',
    'query ($spaceId: ID!, $pageId: ID!, $first: Int) { space(id: $spaceId) { content { page(id: $pageId) { links(first: $first) { count } } } } }',
    ...['feedback', 'missedSearches', 'pageViews'].map(
      (list) => `query ($siteId: ID!, $first: Int) { site(id: $siteId) { ${list}(first: $first) { count } } }`,
    ),
    'query ($spaceId: ID!, $first: Int) { space(id: $spaceId) { jobs(first: $first) { count } } }',
    ...['children', 'deletedSpaces', 'jobs'].map(
      (list) =>
        `query ($organizationId: ID!, $first: Int) { organization(id: $organizationId) { ${list}(first: $first) { count } } }`,
    ),
    'query ($organizationId: ID!, $specSlug: String!, $first: Int) { openApiSpec(organizationId: $organizationId, slug: $specSlug) { operations(first: $first) { count } } }',
    'query ($collectionId: ID!, $first: Int) { collection(id: $collectionId) { children(first: $first) { count } } }',
  ].map((text) => [text, parse(text)] as const),
];

describe.each(documents)('first of %s', (name, document) => {
  const maxItems = maxItemsOf(name);
  const ask = (first: number): Promise<Reply> => {
    const commentId = name.includes('{changeRequestId}') ? ids['requestCommentId'] : ids['commentId'];
    const caller = name.includes('instanceEvents') ? operator : ada;
    return caller.graphql(print(document), { ...ids, commentId, query: 'words', input: { query: 'words' }, first });
  };

  it(`${name} accepts first from 0 to ${maxItems}`, async () => {
    for (const first of [0, maxItems - 1, maxItems])
      expect((await ask(first)).body.errors, String(first)).toBeUndefined();
    for (const first of [-1, maxItems + 1])
      expect((await ask(first)).body.errors).toMatchObject([{ extensions: { type: 'validation_failed' } }]);
  });
});

it('the documents of this file read every list of the schema', () => {
  const isList = (field: GraphQLField<unknown, unknown>) => field.args.some(({ name }) => name === 'first');
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const unread = new Set(types.flatMap((type) => Object.values(type.getFields())).filter(isList));
  for (const [, document] of documents) {
    const info = new TypeInfo(schema);
    const enter = () => {
      const field = info.getFieldDef();
      if (field) unread.delete(field);
    };
    visit(document, visitWithTypeInfo(info, { Field: { enter } }));
  }
  expect([...unread].map(({ name }) => name)).toEqual([]);
});
