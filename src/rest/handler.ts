import { hash } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../domain/core/context.ts';
import { payloadOf } from '../lib/payload.ts';
import { StoredAnswer } from '../lib/stored-answer.ts';
import { compile } from '../engine/compile.ts';
import { findFailure } from '../engine/failures.ts';
import type { Route } from './route.ts';
import {
  inRestPaths,
  invalidRequest,
  readOperation,
  listProblems,
  readVariables,
  listVariables,
  type RequestParts,
  type Variable,
} from './variables.ts';

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  /** Null for 204 and 205. */
  readonly body: string | null;
  /** The encoded body, if it was encoded before. */
  readonly payload?: string | Buffer;
  /** A file that is sent from the file storage instead of a body. */
  readonly stored?: StoredAnswer;
  readonly etag?: string;
  readonly location?: string;
}

/** Answers a request of a route. Throws DomainError; any other error is a bug and becomes a 500. */
export type Handle = (ctx: Context, parts: RequestParts) => Promise<Answer>;

/**
 * Creates the handler of a route. The first request compiles the operation, which takes up to 30 ms. Compiling all
 * routes at the start would take a second of processor time, although most servers use a few of them.
 */
export function handlerOf(schema: GraphQLSchema, route: Route): Handle {
  let compiled: Handle | null = null;
  return (ctx, parts) => (compiled ??= compileRoute(schema, route))(ctx, parts);
}

/** Compiles the operation of a route. Throws when the operation does not match the schema. */
export function compileRoute(schema: GraphQLSchema, route: Route): Handle {
  const variables = listVariables(schema, route);
  const operationName = readOperation(route).name?.value;
  const run = compile(schema, route.document, { operationName, contractSpellings: true });
  return async (ctx, parts) => {
    const values = readVariables(variables, parts);
    const { data, errors } = await run(ctx, values);
    if (errors?.[0]) throw restFailure(errors[0], variables, values);
    return answerOf(route, data);
  };
}

interface WithLocation {
  readonly urls?: { readonly location?: string };
}

/** The address of what was created: of the body, or of the resource in it, as beside a secret. */
const locationOf = (json: object): string | undefined =>
  [json, ...Object.values(json)].map((part: WithLocation | null) => part?.urls?.location).find(Boolean);

function answerOf(route: Route, data: unknown): Answer {
  const json = route.body(data);
  if (json === null) return { status: route.status, body: null };
  if (json instanceof StoredAnswer)
    return { status: route.status, body: '', stored: json, etag: etagOf(`${json.digest}${json.after}`, undefined) };
  const body = JSON.stringify(json);
  const payload = payloadOf(body);
  const location =
    route.status === 201 || route.status === 202 ? (route.location?.(data) ?? locationOf(json as object)) : undefined;
  return {
    status: route.status,
    body,
    payload,
    ...(route.version ? { etag: etagOf(payload, route.version(data)) } : {}),
    ...(location === undefined ? {} : { location }),
  };
}

/** Returns the ETag of an answer. It changes with the version of the resource and with what the caller sees of it. */
function etagOf(payload: string | Buffer, version: number | string | undefined): string {
  const digest = hash('sha1', payload, 'base64url');
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`;
}

/**
 * Returns the failure for the first error of an execution. Errors of coercion have no original error, so the failure
 * names every value that does not fit its type.
 */
export function restFailure(error: unknown, variables: readonly Variable[], values: Record<string, unknown>): unknown {
  const meaning = findFailure(error);
  if (meaning) return meaning.details ? inRestPaths(variables, meaning, meaning.details) : meaning;
  const details = listProblems(variables, values);
  return details.length > 0 ? invalidRequest(details) : error;
}
