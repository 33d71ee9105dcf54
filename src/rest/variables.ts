import {
  coerceInputValue,
  isNonNullType,
  Kind,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { failure, type ErrorDetail } from '../lib/errors.ts';
import type { Route } from './route.ts';
import { fromText, NotAList, toGraphQL, type Convert } from './wire.ts';

/** The contract pages with `page` and `limit`; the schema with Relay's `after` and `first`. */
export const queryNames: Readonly<Record<string, string>> = { after: 'page', first: 'limit' };

/** What a request brings, as the server read it. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly body: unknown;
  /** From If-Match: the version of the resource, or the revision of the content it was read from. */
  readonly expected: number | string | null;
}

interface Variable {
  readonly name: string;
  readonly type: GraphQLInputType;
  /** Where it comes from: `path.spaceId`, `query.limit`, `body`, or the header of the expected version. */
  readonly place: string;
  readonly take: (parts: RequestParts) => unknown;
}

export function operationOf(route: Route): OperationDefinitionNode {
  const operation = route.document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error(`The document of ${route.method} ${route.path} holds no operation`);
  return operation;
}

/** The variables of a route's operation, each with where a request carries it. */
export function variablesOf(schema: GraphQLSchema, route: Route): Variable[] {
  return (operationOf(route).variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as unknown as GraphQLInputType | undefined;
    if (!type) throw new Error(`Unknown type of $${name} in ${route.method} ${route.path}`);
    return { name, type, ...sourceOf(route, name, type) };
  });
}

function sourceOf(route: Route, name: string, type: GraphQLInputType): Pick<Variable, 'place' | 'take'> {
  if (name === 'input') return { place: 'body', take: fromBody(toGraphQL(type), isNonNullType(type)) };
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

/** What If-Match says. Throws precondition_failed for the tag of another kind of thing. */
const fromTag =
  (kind: 'number' | 'string') =>
  ({ expected }: RequestParts) => {
    if (expected !== null && typeof expected !== kind) throw foreignTag();
    return expected ?? undefined;
  };

export const foreignTag = () =>
  failure('precondition_failed', 'If-Match must be the ETag of the resource as it was read');

/** No body is an empty one, so that what is missing is named. Throws validation_failed for a list: coercion would take it for an object. */
const fromBody =
  (convert: Convert, required: boolean) =>
  ({ body }: RequestParts) => {
    if (Array.isArray(body)) throw invalidRequest([{ path: 'body', rule: 'type', message: 'must be an object' }]);
    return body === undefined && !required ? undefined : convert(body ?? {});
  };

/** The values of the operation's variables; what the request omits is omitted. */
export function readVariables(variables: readonly Variable[], parts: RequestParts) {
  const values: Record<string, unknown> = {};
  for (const { name, take } of variables) {
    const value = take(parts);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Every value that does not fit its type, by its place in the request. */
export function problemsOf(variables: readonly Variable[], values: Record<string, unknown>): ErrorDetail[] {
  return variables.flatMap(({ name, type, place }) => {
    if (values[name] === undefined && !isNonNullType(type)) return [];
    if (values[name] === undefined)
      return [{ path: place, rule: 'required', message: `"${place.split('.').at(-1)}" is required` }];
    const problems: ErrorDetail[] = [];
    coerceInputValue(values[name], type, (path, value, error) => {
      if (value instanceof NotAList) return problems.push({ path: [place, ...path].join('.'), ...mustBeList });
      const missing = /Field "(\w+)" of required type/.exec(error.message)?.[1];
      problems.push({
        path: [place, ...path, ...(missing === undefined ? [] : [missing])].join('.'),
        rule: missing === undefined ? 'type' : 'required',
        message: missing === undefined ? plainMessage(error.message, value) : `"${missing}" is required`,
      });
    });
    return problems;
  });
}

const mustBeList = { rule: 'type', message: 'must be a list' };

/** Coercion speaks of GraphQL types and spellings; a REST caller knows neither. */
function plainMessage(message: string, value: unknown): string {
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

/** Names the places of an error as a REST caller knows them: `input.title` → `body.title`, `first` → `query.limit`. */
export function inRestPlaces(variables: readonly Variable[], detail: ErrorDetail): ErrorDetail {
  const [head = '', ...rest] = detail.path.split('.');
  const place = variables.find(({ name }) => name === head)?.place;
  if (place === undefined) return detail;
  const path = [place, ...rest].join('.');
  const { message } = detail;
  // A message that begins with the place it speaks of names the REST place.
  const named = message.startsWith(`${detail.path}: `);
  return { ...detail, path, message: named ? `${path}${message.slice(detail.path.length)}` : message };
}

export const invalidRequest = (details: readonly ErrorDetail[]) =>
  failure('validation_failed', details[0] ? `${details[0].path}: ${details[0].message}` : 'The request is not valid', {
    details,
  });
