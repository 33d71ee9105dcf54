import { buildSchema, Kind, parse, print, type OperationDefinitionNode } from 'graphql';
import { expect, it } from 'vitest';
import { Answers } from '../../scripts/rest/answers.ts';
import { executed, requireValid } from '../../scripts/rest/executed.ts';
import { readDocuments } from '../../scripts/rest/documents.ts';
import { withDefaults, withVariables } from '../../scripts/rest/expand.ts';
import { withSelections } from '../../scripts/rest/selections.ts';
import { forRoute } from '../../scripts/rest/route-operation.ts';
import { generateFragments } from '../../scripts/rest/generated-fragments.ts';
import { schema as graph } from '../../src/schema/index.ts';

const schema = buildSchema(`
  type Query { space(id: ID!): Space collection(id: ID!): Collection }
  type Mutation { comment(spaceId: ID!, requestId: ID, text: String!): Space copy(id: ID!): CopyPayload print(id: ID!): PrintPayload }
  type CopyPayload { page: Page collection: Collection collections: [Collection!]! }
  type PrintPayload { url: String! space: Space }
  type Space { title: String! size: Size! origin: Origin! pages(first: Int, before: ID, last: Int): PageConnection! request(id: ID!): Request }
  type Size { width: Int! height: Int! }
  type Origin { space: Space size: Size }
  type Collection { title: String! }
  type Request { pages(first: Int): PageConnection! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  interface Connection { count: Int! pageInfo: PageInfo! }
  type PageConnection implements Connection { count: Int! pageInfo: PageInfo! edges: [PageEdge!]! total: Int! }
  type PageEdge { node: Page! }
  type Page { id: ID! }
`);

function operation(source: string): OperationDefinitionNode {
  const [definition] = parse(source).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The source holds no operation');
  return definition;
}

const plain = (node: OperationDefinitionNode) => print(node).replaceAll(/\s+/g, ' ');

it('a field that requires an absent variable is replaced by its selection when its parent has the same fields', () => {
  const twin = operation('{ space(id: $spaceId) { request(id: $requestId) { pages(first: $first) } } }');
  expect(plain(forRoute(schema, twin, new Set(['requestId'])))).toBe(
    '{ space(id: $spaceId) { pages(first: $first) } }',
  );
});

it('a field that requires an absent variable is left out when its parent lacks the fields of its selection', () => {
  const twin = operation('{ space(id: $spaceId) { title } collection(id: $collectionId) { title } }');
  expect(plain(forRoute(schema, twin, new Set(['collectionId'])))).toBe('{ space(id: $spaceId) { title } }');
});

it('an optional argument that takes an absent variable is omitted', () => {
  const twin = operation('mutation { comment(spaceId: $spaceId, requestId: $requestId, text: $text) { title } }');
  expect(plain(forRoute(schema, twin, new Set(['requestId'])))).toBe(
    'mutation { comment(spaceId: $spaceId, text: $text) { title } }',
  );
});

it('an undeclared variable gets the type of its argument, and is required when it is in the path', () => {
  const written = operation('mutation M { comment(spaceId: $spaceId, requestId: $requestId, text: $text) { title } }');
  expect(plain(withVariables(schema, new Map(), written, ['spaceId', 'requestId']))).toMatch(
    /^mutation M\(\$spaceId: ID!, \$requestId: ID!, \$text: String!\)/,
  );
});

const listFragments = (source: string) =>
  new Map(
    parse(source)
      .definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  );

const fragments = listFragments(`
  fragment Page on Page { id } fragment Space on Space { title } fragment Titled on Space { title }
  fragment Named on Collection { title } fragment PrintPayload on PrintPayload { url }
`);

/** Returns the operation with its arguments and selections completed. */
const completed = (source: string, hasBody = true) =>
  plain(withSelections(schema, fragments, withDefaults(schema, fragments, operation(source), hasBody)));

it('a mutation without arguments passes each argument of its field as a variable', () => {
  expect(completed('mutation { comment { title } }')).toBe(
    'mutation { comment(spaceId: $spaceId, requestId: $requestId, text: $text) { title } }',
  );
});

it('a list without arguments passes all but those of paging backward, and keeps arguments that it has', () => {
  const written = operation('{ space(id: $id) { pages { total } request { pages(first: 5) { total } } } }');
  expect(plain(withDefaults(schema, fragments, written, true))).toBe(
    '{ space(id: $id) { pages(first: $first) { total } request { pages(first: 5) { total } } } }',
  );
});

it('an object without a selection is selected by the fragment that is named as its type, also within fragments', () => {
  expect(completed('{ space(id: $id) }')).toBe('{ space(id: $id) { ...Space } }');
  const [origin] = listFragments('fragment Origin on Origin { space }').values();
  if (!origin) throw new Error('The source holds no fragment');
  expect(print(withSelections(schema, fragments, origin)).replaceAll(/\s+/g, ' ')).toBe(
    'fragment Origin on Origin { space { ...Space } }',
  );
});

it('an object without a selection is refused when no fragment on its type has its name', () => {
  expect(() => completed('{ collection(id: $id) }')).toThrow(
    'Query.collection has no selection, and no fragment on Collection has its name',
  );
  expect(() => completed('{ space(id: $id) { size } }')).toThrow(
    'Space.size has no selection, and no fragment on Size has its name',
  );
});

it('an object marked @all is selected by all its fields, with their fragments where they are objects', () => {
  expect(completed('{ space(id: $id) { size @all } }')).toBe('{ space(id: $id) { size @all { width height } } }');
  expect(() => completed('{ space(id: $id) { origin @all } }')).toThrow('Origin.size has no selection');
});

it('a field marked @all is refused when it is no object or has a selection', () => {
  expect(() => completed('{ space(id: $id) { title @all } }')).toThrow('Space.title @all is not an object');
  expect(() => completed('{ space(id: $id) { size @all { width } } }')).toThrow('without a selection');
});

it('a payload without a selection is selected by its own fragment, or else by that of its one resource', () => {
  expect(completed('mutation { print }')).toBe('mutation { print(id: $id) { ...PrintPayload } }');
  expect(completed('mutation { copy }')).toBe('mutation { copy(id: $id) { page { ...Page } } }');
});

it('a payload without a selection is refused when it has no resource or several', () => {
  const without = (source: string) => () =>
    withDefaults(schema, listFragments(source), operation('mutation { copy }'), true);
  const refusal = 'CopyPayload has not one field whose type has a fragment of its name';
  expect(without('fragment Space on Space { title }')).toThrow(refusal);
  expect(without('fragment Page on Page { id } fragment Collection on Collection { title }')).toThrow(refusal);
});

it('a payload selected by a fragment is read by its one field of the type of the fragment', () => {
  expect(completed('mutation { print { ...Titled } }')).toBe('mutation { print(id: $id) { space { ...Titled } } }');
  expect(() => completed('mutation { copy { ...Named } }')).toThrow(
    'CopyPayload has not one field of the type Collection',
  );
});

it('nothing is read of a payload for an answer without a body', () => {
  expect(completed('mutation { copy }', false)).toBe('mutation { copy(id: $id) { __typename } }');
});

it('a connection without a selection lists the fragment of its items', () => {
  expect(completed('{ space(id: $id) { pages } }')).toBe(
    '{ space(id: $id) { pages(first: $first) { count pageInfo { hasNextPage endCursor } edges { node { ...Page } } } } }',
  );
});

it('a connection selected by its items gets the fields of a list and keeps its own', () => {
  expect(completed('{ space(id: $id) { pages(first: 5) { total ...Page } } }')).toBe(
    '{ space(id: $id) { pages(first: 5) { count pageInfo { hasNextPage endCursor } total edges { node { ...Page } } } } }',
  );
});

const pages = `
  # Get {a space|a request}
  # Returns {a space|a request of a space}
  # by id.
  query GetSpace
  @rest(route: "GET /v1/spaces/{spaceId}")
  @rest(route: "GET /v1/spaces/{spaceId}/requests/{requestId}", as: "GetRequest") {
    space(id: $spaceId) {
      title
      request(id: $requestId) { pages { total } }
    }
  }

  # Delete a space
  # Deletes a space for good.
  mutation DeleteSpace @rest(route: "DELETE /v1/spaces/{id}") { copy }
`;

it('the comment above an operation is its title and its description, with an alternative for each route', () => {
  const { operations } = readDocuments(schema, [pages]);
  expect(operations.map(({ operationId, summary, description }) => [operationId, summary, description])).toEqual([
    ['getSpace', 'Get a space', 'Returns a space by id.'],
    ['getRequest', 'Get a request', 'Returns a request of a space by id.'],
    ['deleteSpace', 'Delete a space', 'Deletes a space for good.'],
  ]);
});

it('the status is 205 for DELETE and 200 for other methods, unless it is written', () => {
  const written = pages.replace('as: "GetRequest"', 'as: "GetRequest", status: 202');
  expect(readDocuments(schema, [written]).operations.map(({ status }) => status)).toEqual([200, 202, 205]);
});

it('an operation is refused when it lacks a title or a description, or repeats those of another', () => {
  const read = (from: string, to: string) => () => readDocuments(schema, [pages.replace(from, to)]);
  expect(read('# Deletes a space for good.', '')).toThrow('DeleteSpace has no comment above it');
  expect(read('# Delete a space\n', '')).toThrow('DeleteSpace has no comment above it');
  expect(read('# Delete a space', '# Delete a space and all that is in it')).toThrow('has more than six words');
  expect(read('# Delete a space', '# Get a space')).toThrow('Two routes have the summary "Get a space"');
  expect(read('{a space|a request}', '{a space|a request|a page}')).toThrow('must have 2 alternatives');
});

it('a document that the schema refuses is refused by the name of its route', () => {
  const validate = (field: string) => () => {
    const documents = readDocuments(schema, [
      `fragment Space on Space { title size { ${field} } }
      # Get a space
      # Returns a space by id.
      query GetSpace @rest(route: "GET /v1/spaces/{spaceId}") { space(id: $spaceId) }
      # Get a collection
      # Returns a collection by id.
      query GetCollection @rest(route: "GET /v1/collections/{collectionId}") { collection(id: $collectionId) { title } }`,
    ]);
    requireValid(
      documents.schema,
      new Map(documents.operations.map((one) => [one.route, executed(documents, one, null)])),
    );
  };
  expect(validate('width')).not.toThrow();
  expect(validate('width(loud: true)')).toThrow('GET /v1/spaces/{spaceId}: Unknown argument "loud"');
});

it('members marked @flat stand beside the others, and those marked @also have a second name', () => {
  const documents = readDocuments(schema, [
    `fragment Space on Space { title @also(as: "name") size @flat { width } origin { size @flat { height } } }
    # Get a space
    # Returns a space by id.
    query GetSpace @rest(route: "GET /v1/spaces/{spaceId}") { space(id: $spaceId) }`,
  ]);
  const [value] = documents.operations.map((one) => new Answers(documents).of(one).value);
  const listMembers = (of: typeof value) =>
    of?.kind === 'object' ? of.members.map(({ key, source, presence }) => [key, source, presence]) : [];
  expect(listMembers(value)).toEqual([
    ['title', 'title', 'required'],
    ['name', 'title', 'required'],
    ['width', 'size.width', 'required'],
    ['origin', 'origin', 'required'],
  ]);
  const origin = value?.kind === 'object' ? value.members.at(-1)?.value : undefined;
  expect(listMembers(origin)).toEqual([['height', 'size?.height', 'optional']]);
});

/** Returns the generated fragments for a document, by name. */
const wholeBeside = (source: string) =>
  new Map(
    generateFragments(graph, parse(source).definitions).map((fragment) => [
      'name' in fragment ? fragment.name?.value : undefined,
      print(fragment).replaceAll(/\s+/g, ' '),
    ]),
  );

it('a generated fragment selects everything of a type that is made of a form, spelled as in the form', () => {
  const whole = wholeBeside('fragment F on Site { id }');
  expect(whole.get('SiteHeaderLink')).toBe(
    'fragment SiteHeaderLink on SiteHeaderLink { title style to @nullable { ...SiteLinkTarget } links { ...SiteLink } condition }',
  );
  expect(whole.get('SiteFont')).toBe(
    'fragment SiteFont on SiteFont @shape(by: "onlyMember") { name custom { ...SiteFontDefinition } }',
  );
  expect(whole.get('SiteFontDefinition')).toBe(
    'fragment SiteFontDefinition on SiteFontDefinition { id: fontId custom fontFamily fontFaces { ...SiteFontFace } }',
  );
});

it('no fragment is generated for another type, nor where a document writes it', () => {
  const whole = wholeBeside('fragment SiteLink on SiteLink { title }');
  expect([whole.has('SiteLink'), whole.has('Site'), whole.has('SiteFont')]).toEqual([false, false, true]);
});
