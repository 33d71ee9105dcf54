import { buildSchema, Kind, parse, print, type OperationDefinitionNode } from 'graphql';
import { expect, it } from 'vitest';
import { withDefaults, withLists, withVariables } from '../../scripts/rest/expand.ts';
import { forRoute } from '../../scripts/rest/twins.ts';

const schema = buildSchema(`
  type Query { space(id: ID!): Space collection(id: ID!): Collection }
  type Mutation { comment(spaceId: ID!, requestId: ID, text: String!): Space remove(id: ID!): Space copy(id: ID!): CopyPayload }
  type CopyPayload { page: Page space: Space copied: Space }
  type Space { title: String! pages(first: Int, before: ID, last: Int): PageConnection! request(id: ID!): Request }
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

const fragments = new Map(
  parse('fragment Page on Page { id } fragment Space on Space { title }')
    .definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .map((definition) => [definition.name.value, definition]),
);

it('a mutation without arguments passes each argument of its field as a variable', () => {
  const written = operation('mutation { comment { title } }');
  expect(plain(withDefaults(schema, fragments, written))).toBe(
    'mutation { comment(spaceId: $spaceId, requestId: $requestId, text: $text) { title } }',
  );
});

it('a list without arguments passes all but those of paging backward, and keeps arguments that it has', () => {
  const written = operation('{ space(id: $id) { pages { total } request { pages(first: 5) { total } } } }');
  expect(plain(withDefaults(schema, fragments, written))).toBe(
    '{ space(id: $id) { pages(first: $first) { total } request { pages(first: 5) { total } } } }',
  );
});

it('a payload selected by a fragment is read by its one field of the type of the fragment', () => {
  const written = operation('mutation { copy { ...Page } }');
  expect(plain(withDefaults(schema, fragments, written))).toBe('mutation { copy(id: $id) { page { ...Page } } }');
  expect(() => withDefaults(schema, fragments, operation('mutation { copy { ...Space } }'))).toThrow(
    'CopyPayload has not one field of the type Space',
  );
});

it('a connection selected by its items gets the fields of a list and keeps its own', () => {
  const written = operation('{ space(id: $id) { pages { total ...Page } } }');
  expect(plain(withLists(schema, fragments, written))).toBe(
    '{ space(id: $id) { pages { count pageInfo { hasNextPage endCursor } total edges { node { ...Page } } } } }',
  );
});

it('an object without a selection is executed without reading its fields', () => {
  expect(plain(withLists(schema, new Map(), operation('mutation { remove(id: $id) }')))).toBe(
    'mutation { remove(id: $id) { __typename } }',
  );
});
