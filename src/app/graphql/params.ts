import { isRecord } from '../../lib/is-record.ts';
import { failure } from '../../lib/errors.ts';
import { assertStorable } from '../../lib/text.ts';

/** The validated parameters of a GraphQL request. https://graphql.github.io/graphql-over-http */
export interface GraphqlParams {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Record<string, unknown>;
}

/** Parses a JSON body. Throws malformed_request; an array is refused too, because batching is not supported. */
export function paramsOfBody(body: unknown): GraphqlParams {
  if (!isRecord(body)) throw malformed('The body must be a JSON object with a "query"');
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string') throw malformed('"query" must be a string');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw malformed('"operationName" must be a string');
  if (!isMapOrNone(variables)) throw malformed('"variables" must be an object');
  if (!isMapOrNone(extensions)) throw malformed('"extensions" must be an object');
  return { query, operationName: operationName || null, variables: variables ?? {} };
}

/** Parses a query string, whose `variables` and `extensions` are JSON. Throws malformed_request. */
export function paramsOfUrl(query: Readonly<Record<string, string | string[]>>): GraphqlParams {
  return paramsOfBody({
    ...query,
    variables: fromJson('variables', query['variables']),
    extensions: fromJson('extensions', query['extensions']),
  });
}

function fromJson(name: string, text: string | string[] | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  const value = parsed(name, String(text));
  assertStorable(value, name);
  return value;
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw failure('malformed_request', `"${name}" must be JSON`, { cause });
  }
}

const isMapOrNone = (value: unknown): value is Record<string, unknown> | null | undefined =>
  value === undefined || value === null || isRecord(value);

const malformed = (message: string) => failure('malformed_request', message);
