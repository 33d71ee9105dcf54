import { enterCollection } from '../domain/authoring/collections/collections.ts';
import type { Context } from '../domain/core/context.ts';
import { getOrganization } from '../domain/people/organizations/organizations.ts';
import { enterSpace } from '../domain/authoring/spaces/spaces.ts';
import type { StoredResponse } from '../domain/core/idempotency/idempotency.ts';
import { requestDigest, requireKey, scopeOfKey } from '../domain/core/idempotency/key.ts';
import { runInside, runOutside, type KeyedWork } from '../domain/core/idempotency/run-once.ts';
import type { Answer, Handle } from './handler.ts';
import type { Route } from './route.ts';
import type { RequestParts } from './variables.ts';

type KeyedAnswer = Answer & { readonly replayed?: boolean };

export type KeyedHandle = (ctx: Context, parts: RequestParts, key: string | null) => Promise<KeyedAnswer>;

/** Whether a route accepts an Idempotency-Key: requests that create something. */
export const acceptsIdempotencyKey = (route: Route) =>
  // The answer to an anonymous request contains a secret, which must not be stored.
  !route.anonymous && (route.method === 'POST' || (route.method === 'PUT' && route.status === 201));

/**
 * Runs a request with an Idempotency-Key at most once. The answer is stored in the transaction of the effect and
 * returned again for the same key. See docs/reference/limits.md.
 */
export function withIdempotency(route: Route, handle: Handle): KeyedHandle {
  if (!acceptsIdempotencyKey(route)) return (ctx, parts) => handle(ctx, parts);
  return async (ctx, parts, key) => {
    if (key === null) return handle(ctx, parts);
    requireKey(key);
    const claim = {
      scope: scopeOfKey(ctx.actor, route.method, route.path, parts.params),
      key,
      fingerprint: fingerprintOf(parts),
    };
    const work = keyedWork(parts, handle);
    return route.longRunning ? runOutside(ctx, claim, work) : runInside(ctx, claim, work, failed);
  };
}

/** REST handlers throw failures instead of returning them. */
const failed = (): never => {
  throw new Error('A REST answer is always kept');
};

const keyedWork = (parts: RequestParts, handle: Handle): KeyedWork<KeyedAnswer> => ({
  run: (ctx) => handle(ctx, parts),
  replay: (ctx, stored) => replay(ctx, parts, stored),
  responseOf: (answer) => answer,
});

/**
 * Returns the stored answer again. Throws not_found when the caller no longer has access to the resource of the
 * request.
 */
async function replay(
  ctx: Context,
  { params: { organizationId, spaceId, collectionId } }: RequestParts,
  { status, body, location }: StoredResponse,
): Promise<KeyedAnswer> {
  if (organizationId !== undefined) await getOrganization(ctx, organizationId);
  if (spaceId !== undefined) await enterSpace(ctx, spaceId);
  if (collectionId !== undefined) await enterCollection(ctx, collectionId);
  return { status, body, replayed: true, ...(location === null ? {} : { location }) };
}

const fingerprintOf = ({ query, body }: RequestParts) => requestDigest({ query, body: body ?? null });
