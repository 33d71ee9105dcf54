import { LRUCache } from 'lru-cache';
import { hashSecret, isWellFormed } from '../../../lib/secret-token.ts';
import { scopes as knownScopes, type Scope } from '../../../access/scopes.ts';
import type { Actor } from '../../../access/actor.ts';
import type { Context } from '../../core/context.ts';
import { integrationActor } from './integration-actor.ts';
import { authenticateVisitor } from '../visitors/visitor-actor.ts';
import { isSiteToken } from '../visitors/site-token.ts';
import { findActiveToken, updateLastUsedAt, type ActiveTokenRow } from './queries.ts';

interface CachedToken {
  readonly actor: Actor;
  readonly expiresAt: number;
}

/** Minimum interval between two writes of `lastUsedAt`, in milliseconds. */
const lastUsedIntervalMs = 60_000;
const maxCached = 10_000;

interface Options extends Pick<Context, 'sql' | 'now' | 'siteTokenKey'> {
  /**
   * Time for which an authenticated token is cached, in milliseconds; at most a second. See docs/reference/access.md.
   */
  readonly cacheMs: number;
}

export type Authenticate = ((secret: string) => Actor | null | Promise<Actor | null>) & { forget(): void };

/**
 * Creates a function that finds the actor of a bearer token; it returns null for a malformed, unknown, expired or
 * revoked token.
 */
export function createAuthenticate({ sql: reader, now, siteTokenKey, cacheMs }: Options): Authenticate {
  const cache = new LRUCache<string, CachedToken>({ max: maxCached, ttl: Math.max(1, cacheMs), ttlResolution: 0 });
  let generation = 0;
  const lookUp = async (secret: string): Promise<Actor | null> => {
    // A row read before `forget` must not be cached afterwards. Its time to live starts before the read.
    const generationBefore = generation;
    const start = performance.now();
    const row = await findActiveToken(reader, hashSecret(secret), now());
    if (row === null) return null;
    const cached = { actor: toActor(row), expiresAt: row.expiresAt === null ? Infinity : Date.parse(row.expiresAt) };
    if (cacheMs > 0 && generationBefore === generation) cache.set(secret, cached, { start });
    await recordUse(reader, row, now());
    return cached.actor;
  };
  const authenticate = (secret: string) => {
    if (isSiteToken(secret)) return authenticateVisitor(siteTokenKey, secret, now());
    const cached = cache.get(secret);
    if (cached && cached.expiresAt > now().getTime()) return cached.actor;
    return isWellFormed(secret) ? lookUp(secret) : null;
  };
  const forget = () => {
    generation += 1;
    cache.clear();
  };
  return Object.assign(authenticate, { forget });
}

async function recordUse(reader: Context['sql'], { id, lastUsedAt }: ActiveTokenRow, now: Date) {
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < lastUsedIntervalMs) return;
  await updateLastUsedAt(reader, id, now);
}

function toActor(row: ActiveTokenRow): Actor {
  const { userId, id: tokenId, organizationId, integration, lentTo } = row;
  if (integration) return { userId, tokenId, organizationId, isInstanceAdmin: false, ...integrationActor(integration) };
  const scopes = new Set(
    row.scopes.filter((scope): scope is Scope => (knownScopes as readonly string[]).includes(scope)),
  );
  return {
    userId,
    tokenId,
    scopes: scopes.size === knownScopes.length ? 'all' : scopes,
    organizationId,
    // A token that is limited to an organization cannot administer the installation.
    isInstanceAdmin: row.isInstanceAdmin && organizationId === null,
    ...(lentTo === null ? {} : { lentTo }),
    ...(row.ssoRequiredIn.length === 0 ? {} : { ssoRequiredIn: row.ssoRequiredIn }),
  };
}
