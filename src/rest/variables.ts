import {
  coerceInputValue,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { DomainError, failure, type ErrorDetail } from '../lib/errors.ts';
import type { Route } from './route.ts';
import { detailOf, type Issue } from '../schema/validation.ts';
import { fromText, Misfit, UnknownEnumValue, NotAList, toGraphQL, type Convert } from './wire.ts';

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
  readonly type: GraphQLInputType;
  /** Place in the request: `path.spaceId`, `query.limit`, `body`, or the header of the expected version. */
  readonly place: string;
  readonly take: (parts: RequestParts) => unknown;
}

/** Returns the operation of a route, which the generator writes before the fragments. */
export const operationOf = (route: Route) => route.document.definitions[0] as OperationDefinitionNode;

/** Returns the variables of the operation of a route, with their places in the request. */
export function variablesOf(schema: GraphQLSchema, route: Route): Variable[] {
  return (operationOf(route).variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as unknown as GraphQLInputType | undefined;
    if (!type) throw new Error(`Unknown type of $${name} in ${route.method} ${route.path}`);
    return { name, type, ...sourceOf(route, { name, type }) };
  });
}

function sourceOf(route: Route, { name, type }: Pick<Variable, 'name' | 'type'>): Pick<Variable, 'place' | 'take'> {
  if (name === 'input') {
    const convert = toGraphQL(type);
    const checked: Convert = (body) => {
      const problems = unknownValues(route.readOnly ?? {}, body);
      if (problems.length > 0) throw invalidRequest(problems);
      return convert(body);
    };
    return { place: 'body', take: fromBody(checked, isNonNullType(type)) };
  }
  if (name === 'expectedVersion') return { place: 'header.if-match', take: fromTag('number') };
  if (name === 'expectedRevision') return { place: 'header.if-match', take: fromTag('string') };
  if (route.path.includes(`{${name}}`))
    return { place: `path.${name}`, take: ({ params }) => params[name] ?? params['*'] };
  const key = queryNames[name] ?? name;
  const read = fromText(type);
  return {
    place: `query.${key}`,
    take: ({ query }) => {
      const text = query[key];
      return text === undefined ? undefined : read(typeof text === 'string' ? [text] : text);
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
    return [{ path: `body.${name}`, rule: 'type', message }];
  });
}

/** Reads the expected version or revision from If-Match. Throws precondition_failed for a tag of the other kind. */
const fromTag =
  (kind: 'number' | 'string') =>
  ({ expected }: RequestParts) => {
    if (expected !== null && typeof expected !== kind) throw foreignTag();
    return expected ?? undefined;
  };

export const foreignTag = () =>
  failure('precondition_failed', 'If-Match must be the ETag of the resource as it was read');

/**
 * A missing body is read as an empty object, so that errors name the required members. Throws validation_failed for a
 * list, which coercion would take for an object.
 */
const fromBody =
  (convert: Convert, required: boolean) =>
  ({ body }: RequestParts) => {
    if (Array.isArray(body)) throw invalidRequest([{ path: 'body', rule: 'type', message: 'must be an object' }]);
    return body === undefined && !required ? undefined : convert(body ?? {});
  };

/** Reads the values of the variables of an operation. A value that the request omits is omitted. */
export function readVariables(variables: readonly Variable[], parts: RequestParts) {
  const values: Record<string, unknown> = {};
  for (const { name, take } of variables) {
    const value = take(parts);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/**
 * Returns an error for each value that does not fit its type, with its path in the request. Errors of values that are
 * not valid in the contract come last.
 */
export function problemsOf(variables: readonly Variable[], values: Record<string, unknown>): ErrorDetail[] {
  return variables.flatMap(({ name, type, place }) => {
    if (values[name] === undefined && !isNonNullType(type)) return [];
    if (values[name] === undefined)
      return [{ path: place, rule: 'required', message: `"${place.split('.').at(-1)}" is required` }];
    const problems: ErrorDetail[] = [];
    const misfits = new Map<Misfit, ErrorDetail[]>();
    coerceInputValue(values[name], type, (path, value, error) => {
      if (value instanceof Misfit)
        return misfits.set(
          value,
          value.issues.map((issue) => inside([place, ...path], issue)),
        );
      if (value instanceof NotAList) return problems.push({ path: [place, ...path].join('.'), ...mustBeList });
      const unknown = /^Field "([^"]{0,100})" is not defined by type/.exec(error.message)?.[1];
      if (unknown !== undefined) return problems.push(unknownMember([place, ...path].join('.'), unknown, value));
      const missing = /Field "(\w+)" of required type/.exec(error.message)?.[1];
      problems.push({
        path: [place, ...path, ...(missing === undefined ? [] : [missing])].join('.'),
        rule: missing === undefined ? 'type' : 'required',
        message: missing === undefined ? plainMessage(error.message, value) : `"${missing}" is required`,
      });
    });
    return [...problems, ...[...misfits.values()].flat()];
  });
}

/** Returns the error for an issue of a value, with its path in the request. */
function inside(path: readonly (string | number)[], issue: Issue): ErrorDetail {
  const detail = detailOf(issue);
  return { ...detail, path: [...path, ...(detail.path === '' ? [] : [detail.path])].join('.') };
}

/** Returns the error for a member that an operation does not have. */
function unknownMember(path: string, name: string, value: unknown): ErrorDetail {
  const operation = typeof value === 'object' && value !== null && 'operation' in value ? value.operation : null;
  const what = typeof operation === 'string' ? operation.toLowerCase() : path.split('.').at(-1);
  return { path: `${path}.${name}`, rule: 'exclusive', message: `${what} does not accept ${name}` };
}

const mustBeList = { rule: 'type', message: 'must be a list' };

/** Replaces messages of GraphQL coercion, which name types and spellings that REST callers do not know. */
function plainMessage(message: string, value: unknown): string {
  if (value instanceof UnknownEnumValue) return value.problem;
  if (/does not exist in "\w+" enum|^Enum "\w+" cannot represent/.test(message))
    return `${JSON.stringify(value)} is not one of the values`;
  if (/non-nullable type/.test(message)) return 'must not be null';
  const type = /^(Int|String|Boolean|ID|Float) cannot represent/.exec(message)?.[1];
  const names: Record<string, string> = {
    Int: 'an integer',
    String: 'a string',
    Boolean: 'a boolean',
    ID: 'a string',
    Float: 'a number',
  };
  return type ? `must be ${names[type]}` : message.replace(/^Expected type "\w+!?" to be/, 'must be');
}

/** Replaces the paths in the details and messages of a failure by those of the REST request. */
export function inRestPaths(variables: readonly Variable[], failed: DomainError, given: readonly ErrorDetail[]) {
  const details = given.map((detail) => {
    const path = toRestPath(variables, detail.path);
    return { ...detail, path, message: renamed(detail.message, detail.path, path) };
  });
  const [from, to] = [given[0]?.path ?? '', details[0]?.path ?? ''];
  const message = renamed(failed.message, from, to);
  return new DomainError(failed.type, failed.status, message, { details, cause: failed });
}

/** Renames the path at the beginning of a message. */
const renamed = (message: string, from: string, to: string) =>
  message.startsWith(`${from}: `) ? `${to}${message.slice(from.length)}` : message;

/**
 * Converts the path of an error to that of the REST request: `input.title` → `body.title`, `first` → `query.limit`, and
 * `input.url` → `query.url` where the operation takes the members of its input one by one.
 */
function toRestPath(variables: readonly Variable[], path: string): string {
  const segments = path.split('.');
  const placeOf = (segment: string | undefined) => variables.find(({ name }) => name === segment)?.place;
  const isFlat = segments[0] === 'input' && placeOf('input') === undefined;
  const [head, ...rest] = isFlat ? segments.slice(1) : segments;
  const place = placeOf(head);
  return place === undefined ? path : [place, ...rest].join('.');
}

export const invalidRequest = (details: readonly ErrorDetail[]) =>
  failure('validation_failed', details[0] ? `${details[0].path}: ${details[0].message}` : 'The request is not valid', {
    details,
  });
