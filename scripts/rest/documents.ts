import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  extendSchema,
  getDirectiveValues,
  Kind,
  parse,
  Source,
  TokenKind,
  type ASTNode,
  type DefinitionNode,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type GraphQLDirective,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type Token,
} from 'graphql';
import { withDefaults, withVariables } from './expand.ts';
import { withSelections } from './selections.ts';
import { forRoute } from './route-operation.ts';
import type { Route } from '../../src/rest/route.ts';
import { generateFragments } from './generated-fragments.ts';
import { isAnonymousOperation } from '../../src/engine/anonymous.ts';

const folder = 'src/rest';

/** Arguments of a `@rest` directive. */
export interface RestArguments {
  readonly route: string;
  readonly as?: string;
  readonly status: Route['status'];
  readonly without: readonly string[];
  readonly etag?: boolean | null;
  readonly bodyLimitBytes?: number | null;
  readonly timeoutMs?: number | null;
  readonly longRunning?: boolean | null;
  readonly forms?: boolean | null;
  readonly uncounted?: boolean | null;
  readonly visitors?: boolean | null;
  readonly replacedBy?: string | null;
}

/** An operation of one route. */
export interface RestOperation extends RestArguments {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Whether its root fields can be read without a token. */
  readonly anonymous: boolean;
  readonly node: OperationDefinitionNode;
  /** The operation as its document has it, which may make several routes. */
  readonly written: { readonly name: string; readonly place: string; readonly text: string };
}

export interface RestDocuments {
  /** The schema, extended by the directives of `directives.graphql`. */
  readonly schema: GraphQLSchema;
  readonly operations: readonly RestOperation[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Reads the operations and fragments of the documents below `src/rest`, in the order of their files. */
export function readDocuments(
  graph: GraphQLSchema,
  documents: readonly (string | Source)[] = files().map((file) => new Source(textOf(file), file)),
): RestDocuments {
  const schema = extendSchema(graph, parse(textOf(`${folder}/directives.graphql`)));
  const own = documents.flatMap((document) => parse(document).definitions);
  const definitions = [...own, ...generateFragments(schema, own)];
  const written = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) written.set(definition.name.value, definition);
  const fragments = new Map([...written].map(([name, fragment]) => [name, withSelections(schema, written, fragment)]));
  const operations = definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .flatMap((definition) => listOperations(schema, fragments, definition));
  refuseRepeated(
    'operation',
    operations.map(({ operationId }) => operationId),
  );
  refuseRepeated(
    'summary',
    operations.map(({ summary }) => summary),
  );
  refuseRepeated(
    'description',
    operations.map(({ description }) => description),
  );
  refuseRepeated(
    'route',
    operations.map(({ route }) => route),
  );
  return { schema, operations, fragments };
}

const textOf = (file: string) => readFileSync(file, 'utf8');

const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql') && name !== 'directives.graphql')
    .toSorted((a, b) => (belowWing(a) < belowWing(b) ? -1 : 1))
    .map((name) => path.join(folder, name));

/** The order of operations follows their domains, whichever wing these stand in. */
const belowWing = (name: string) => name.slice(name.indexOf(path.sep) + 1);

function listOperations(
  schema: GraphQLSchema,
  fragments: RestDocuments['fragments'],
  node: OperationDefinitionNode,
): RestOperation[] {
  const name = node.name?.value ?? '';
  const routes = (node.directives ?? [])
    .filter((directive) => directive.name.value === 'rest')
    .map((directive) => argumentsOf(schema.getDirective('rest'), directive));
  if (routes.length === 0) throw new Error(`${name} has no @rest`);
  const comments = commentsAbove(node);
  const [title, ...description] = comments.map(({ value }) => value.trim());
  if (title === undefined || description.length === 0)
    throw new Error(`${name} has no comment above it with a title and a description`);
  const text = node.loc?.source.body.slice(comments[0]?.start, node.loc.end) ?? '';
  const written = { name, place: placeOf(node), text };
  const params = new Set(routes.flatMap(({ route }) => listParams(route)));
  return routes.map((values, index) => {
    const summary = ofRoute(title, index, routes.length);
    if (summary.split(' ').length > 6) throw new Error(`"${summary}" has more than six words`);
    const own = listParams(values.route);
    const absent = new Set([...[...params].filter((param) => !own.includes(param)), ...values.without]);
    const operationName = values.as ?? name;
    const named = { ...node, name: { kind: Kind.NAME, value: operationName } } as const;
    const completed = withDefaults(schema, fragments, named, values.status < 204);
    const selected = withSelections(schema, fragments, forRoute(schema, completed, absent));
    const operation = withVariables(schema, fragments, selected, own);
    const variables = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    const unbound = own.find((param) => !variables.includes(param));
    if (unbound !== undefined) throw new Error(`${values.route}: ${operationName} has no variable $${unbound}`);
    return {
      ...values,
      operationId: `${operationName.charAt(0).toLowerCase()}${operationName.slice(1)}`,
      summary,
      description: ofRoute(description.join(' '), index, routes.length),
      anonymous: isAnonymousOperation(schema, operation, fragments),
      node: operation,
      written,
    };
  });
}

const listParams = (route: string) => [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Returns the arguments of each use of a repeatable directive. */
function argumentsOf(definition: GraphQLDirective | null | undefined, directive: DirectiveNode): RestArguments {
  if (!definition) throw new Error('directives.graphql defines no @rest');
  const values = getDirectiveValues(definition, { directives: [directive] }) as unknown as RestArguments;
  return { ...values, status: values.status ?? (values.route.startsWith('DELETE ') ? 205 : 200) };
}

/** Returns the lines of the comment directly above a definition. */
export function commentsAbove(node: DefinitionNode): Token[] {
  const lines: Token[] = [];
  let token = node.loc?.startToken.prev;
  for (let line = node.loc?.startToken.line ?? 0; token?.kind === TokenKind.COMMENT;) {
    if (token.line !== line - 1) break;
    lines.unshift(token);
    line = token.line;
    token = token.prev;
  }
  return lines;
}

/** Returns the file and line of a definition: `src/rest/authoring/spaces/spaces.graphql:53`. */
export const placeOf = ({ loc }: ASTNode) =>
  loc ? `${loc.source.name}:${loc.startToken.line}` : 'generated from the schema';

/** Returns a text for one of several routes. `{of a space|of a change request}` has an alternative for each route. */
const ofRoute = (text: string, index: number, count: number) =>
  text.replaceAll(/\{([^{}|]*(?:\|[^{}|]*)+)\}/g, (_, list: string) => {
    const alternatives = list.split('|');
    if (alternatives.length !== count) throw new Error(`"{${list}}" must have ${count} alternatives`);
    return alternatives[index] ?? '';
  });

function refuseRepeated(what: string, values: readonly string[]) {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) throw new Error(`Two routes have the ${what} "${value}"`);
    seen.add(value);
  }
}
