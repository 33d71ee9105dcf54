import {
  coerceInputValue,
  getNamedType,
  isNonNullType,
  Kind,
  typeFromAST,
  visit,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { failure, type DomainError, type ErrorDetail } from '../lib/errors.ts';
import type { FormExtension } from '../schema/form-inputs.ts';
import { pathInContract, renamedPaths } from '../schema/form-paths.ts';
import { toGraph } from '../schema/form-spelling.ts';
import { misfits } from '../schema/validation.ts';
import type { Route } from './route.ts';
import { fromText, type WireValue } from './wire.ts';

/** Names of query parameters by the names of Relay's arguments. */
export const queryNames: Readonly<Record<string, string>> = { after: 'page', first: 'limit' };

/** The parsed parts of a request. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly body: unknown;
  /** The version of the resource or the revision of the content, from If-Match. */
  readonly expected: number | string | null;
}

export interface Variable {
  readonly name: string;
  /** The argument that takes it, by whose name errors call it. */
  readonly argument: string;
  readonly type: GraphQLInputType;
  /** Whether a request without it is refused. */
  readonly isRequired: boolean;
  /** Place in the request: `path.spaceId`, `query.limit`, `body`, or the header of the expected version. */
  readonly place: string;
  readonly take: (parts: RequestParts) => WireValue;
}

/** What the variables of a route follow from. */
type VariableRoute = Pick<Route, 'method' | 'path' | 'document' | 'readOnly'>;

/** Returns the operation of a route, which the generator writes before the fragments. */
export const readOperation = (route: Pick<Route, 'document'>) =>
  route.document.definitions[0] as OperationDefinitionNode;

/** Returns the variables of the operation of a route, with their places in the request. */
export function listVariables(schema: GraphQLSchema, route: VariableRoute): Variable[] {
  const names = argumentNames(route.document);
  return (readOperation(route).variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as unknown as GraphQLInputType | undefined;
    if (!type) throw new Error(`Unknown type of $${name} in ${route.method} ${route.path}`);
    const isRequired = isNonNullType(type) && definition.defaultValue === undefined;
    return { name, argument: names.get(name) ?? name, type, isRequired, ...sourceOf(route, { name, type }) };
  });
}

/** Returns the names of the arguments that take variables, by variable. */
function argumentNames(document: DocumentNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (value.kind === Kind.VARIABLE) names.set(value.name.value, name.value);
    },
  });
  return names;
}

function sourceOf(
  route: VariableRoute,
  { name, type }: Pick<Variable, 'name' | 'type'>,
): Pick<Variable, 'place' | 'take'> {
  if (name === 'input') return { place: 'body', take: fromBody(route, type) };
  if (name === 'expectedVersion') return { place: 'header.if-match', take: fromTag('number') };
  if (name === 'expectedRevision') return { place: 'header.if-match', take: fromTag('string') };
  if (route.path.includes(`{${name}}`))
    return { place: `path.${name}`, take: ({ params }) => ({ value: params[name] ?? params['*'] }) };
  const key = queryNames[name] ?? name;
  const read = fromText(type);
  return {
    place: `query.${key}`,
    take: ({ query }) => {
      const texts = [query[key] ?? []].flat();
      // An empty filter is one that is not given. See docs/adr/0117-an-empty-filter-is-none.md.
      const given = isNonNullType(type) ? texts : texts.filter((text) => text !== '');
      return given.length === 0 ? { value: undefined } : read(given);
    },
  };
}

/**
 * Returns an error for each member that the body does not have and whose value the resource cannot have. Other values
 * are ignored, because a client may send back the resource that it read.
 */
function unknownValues(readOnly: NonNullable<Route['readOnly']>, body: unknown): ErrorDetail[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const known = Object.hasOwn(readOnly, name) ? readOnly[name] : undefined;
    if (known === undefined || value === null || known.some((one) => one === value)) return [];
    const message = `${JSON.stringify(value).slice(0, 100)} is not one of the values: ${known.join(', ')}`;
    return [{ path: name, rule: 'type', message }];
  });
}

/** Reads the expected version or revision from If-Match. Throws precondition_failed for a tag of the other kind. */
const fromTag =
  (kind: 'number' | 'string') =>
  ({ expected }: RequestParts): WireValue => {
    if (expected !== null && typeof expected !== kind) throw foreignTag();
    return { value: expected ?? undefined };
  };

export const foreignTag = () =>
  failure('precondition_failed', 'If-Match must be the ETag of the resource as it was read');

/** Reads the body. A missing body is read as an empty object, so that errors name the required members. */
function fromBody(route: VariableRoute, type: GraphQLInputType): Variable['take'] {
  const { form } = getNamedType(type).extensions as unknown as FormExtension;
  const convert = toGraph(form);
  const isRequired = isNonNullType(type);
  return ({ body }) => {
    if (body === undefined && !isRequired) return { value: undefined };
    const problems = [...unknownValues(route.readOnly ?? {}, body), ...misfits(form, body ?? {})];
    return problems.length > 0 ? { problems } : { value: convert(body ?? {}) };
  };
}

/**
 * Reads the values of the variables of an operation. A value that the request omits is omitted. Throws validation_failed
 * with an error for each value that is missing or does not have its form.
 */
export function readVariables(variables: readonly Variable[], parts: RequestParts) {
  const values: Record<string, unknown> = {};
  const found: ErrorDetail[] = [];
  for (const { name, place, isRequired, take } of variables) {
    const { value, problems = [] } = take(parts);
    if (value !== undefined) values[name] = value;
    else if (isRequired && problems.length === 0) found.push(missing(place));
    for (const problem of problems)
      found.push({ ...problem, path: problem.path === '' ? place : `${place}.${problem.path}` });
  }
  if (found.length > 0) throw invalidRequest(found);
  return values;
}

const missing = (place: string): ErrorDetail => ({
  path: place,
  rule: 'required',
  message: `"${place.split('.').at(-1)}" is required`,
});

/** Returns an error for each value that its GraphQL type refuses although it has its form, such as a number above 2³¹. */
export const listProblems = (variables: readonly Variable[], values: Record<string, unknown>): ErrorDetail[] =>
  variables.flatMap(({ name, type }) => {
    const problems: ErrorDetail[] = [];
    if (values[name] !== undefined)
      coerceInputValue(values[name], type, (path) =>
        problems.push({
          path: toRestPath(variables, [name, ...path].join('.')),
          rule: 'type',
          message: 'does not have an accepted form',
        }),
      );
    return problems;
  });

/** Replaces the paths in the details and messages of a failure by those of the REST request. */
export const inRestPaths = (variables: readonly Variable[], failed: DomainError, given: readonly ErrorDetail[]) =>
  renamedPaths(failed, (path) => toRestPath(variables, path), given);

/**
 * Converts the path of an error to that of the REST request: `input.title` → `body.title`, `first` → `query.limit`, and
 * `input.url` → `query.url` where the operation takes the members of its input one by one.
 */
function toRestPath(variables: readonly Variable[], path: string): string {
  const segments = path.split('.');
  const find = (segment: string | undefined) =>
    variables.find(({ name }) => name === segment) ?? variables.find(({ argument }) => argument === segment);
  const isFlat = segments[0] === 'input' && find('input') === undefined;
  const [head, ...rest] = isFlat ? segments.slice(1) : segments;
  const variable = find(head);
  if (!variable) return path;
  const form = findForm(variable.type);
  return [variable.place, ...(form ? pathInContract(form, rest) : rest)].join('.');
}

/** Returns the form of an input; undefined for a variable of another type. */
const findForm = (type: GraphQLInputType) => (getNamedType(type).extensions as unknown as Partial<FormExtension>).form;

export const invalidRequest = (details: readonly ErrorDetail[]) =>
  failure('validation_failed', details[0] ? `${details[0].path}: ${details[0].message}` : 'The request is not valid', {
    details,
  });
