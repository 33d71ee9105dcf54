import { createHash } from 'node:crypto';
import { enterCollection } from '../domain/collections/collections.ts';
import type { Actor, Context } from '../domain/context.ts';
import { getOrganization } from '../domain/organizations/organizations.ts';
import { enterSpace } from '../domain/spaces/spaces.ts';
import { transact } from '../domain/transact.ts';
import { failure } from '../lib/errors.ts';
import { claimKey, finishKey, releaseKey, type StoredAnswer } from '../domain/idempotency/idempotency.ts';
import type { Answer, Handle } from './handler.ts';
import type { Route } from './route.ts';
import type { RequestParts } from './variables.ts';

export type KeyedHandle = (
  ctx: Context,
  parts: RequestParts,
  key: string | null,
) => Promise<Answer & { replayed?: boolean }>;

/** Requests that create: a key makes their repetition harmless. */
export const takesKey = (route: Route) => route.method === 'POST' || route.path.endsWith('/teams');

/**
 * Runs a POST with an Idempotency-Key at most once: the answer is stored in the transaction of the
 * effect, and repeated for the same key. Quality 4.2.
 */
export function withIdempotency(route: Route, handle: Handle): KeyedHandle {
  if (!takesKey(route)) return (ctx, parts) => handle(ctx, parts);
  return async (ctx, parts, key) => {
    if (key === null) return handle(ctx, parts);
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw failure('validation_failed', 'Idempotency-Key must be 1 to 255 printable ASCII characters', {
        details: [{ path: 'header.idempotency-key', rule: 'pattern', message: '1 to 255 printable ASCII characters' }],
      });
    const claim = {
      scope: scopeOf(ctx.actor, route, parts),
      key,
      fingerprint: fingerprintOf(parts),
    };
    return route.longRunning ? outside(ctx, parts, claim, handle) : inside(ctx, parts, claim, handle);
  };
}

type Claim = Parameters<typeof claimKey>[1];

const inside = (outer: Context, parts: RequestParts, claim: Claim, handle: Handle) =>
  transact(outer, async (ctx) => {
    const stored = await claimKey(ctx, claim);
    if (stored) return replay(ctx, parts, stored);
    const answer = await handle(ctx, parts);
    await finishKey(ctx, claim, answer);
    return answer;
  });

/** For work that must not hold a transaction open: claim, work, store. */
async function outside(ctx: Context, parts: RequestParts, claim: Claim, handle: Handle) {
  const stored = await transact(ctx, (inner) => claimKey(inner, claim));
  if (stored) return replay(ctx, parts, stored);
  try {
    const answer = await handle(ctx, parts);
    await finishKey(ctx, claim, answer);
    return answer;
  } catch (error) {
    await releaseKey(ctx, claim);
    throw error;
  }
}

/** Answers again. Throws not_found to a caller who cannot reach any more what the request was about. */
async function replay(
  ctx: Context,
  { params: { organizationId, spaceId, collectionId } }: RequestParts,
  { status, body, location }: StoredAnswer,
): Promise<Answer & { replayed: true }> {
  if (organizationId !== undefined) await getOrganization(ctx, organizationId);
  if (spaceId !== undefined) await enterSpace(ctx, spaceId);
  if (collectionId !== undefined) await enterCollection(ctx, collectionId);
  return { status, body, replayed: true, ...(location === null ? {} : { location }) };
}

/** Whose key it is, and for what. A token that may do less has keys of its own: it is told nothing that a wider one was. */
const scopeOf = ({ userId, organizationId, scopes }: Actor, { method, path }: Route, { params }: RequestParts) =>
  digestOf([userId, organizationId, scopes === 'all' ? scopes : [...scopes].toSorted(), method, path, params]);

const fingerprintOf = ({ query, body }: RequestParts) => digestOf({ query, body: body ?? null });

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');

/** Key order does not change a request. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
