import { LRUCache } from 'lru-cache';
import { sql, type Sql } from '../../db/sql.ts';
import { hashOf, isWellFormed } from '../../lib/secret-token.ts';
import { scopes as knownScopes, type Scope } from '../access/scopes.ts';
import type { Actor } from '../context.ts';

interface TokenRow {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly organizationId: string | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly isInstanceAdmin: boolean;
}

interface Known {
  readonly actor: Actor;
  readonly expiresAt: number;
}

/** `lastUsedAt` is written at most this often. Decisions 5.1. */
const useWrittenEveryMs = 60_000;
const maxCached = 10_000;

interface Options {
  readonly sql: Sql;
  readonly now: () => Date;
  /** How long a token is trusted without a look at the database; at most a second (quality A14). */
  readonly cacheMs: number;
}

export type Authenticate = ((secret: string) => Actor | null | Promise<Actor | null>) & { forget(): void };

/** Who a bearer token stands for; null for one that is malformed, unknown, expired or revoked. */
export function createAuthenticate({ sql: reader, now, cacheMs }: Options): Authenticate {
  const cache = new LRUCache<string, Known>({ max: maxCached, ttl: Math.max(1, cacheMs), ttlResolution: 0 });
  let forgotten = 0;
  const look = async (secret: string): Promise<Actor | null> => {
    // What was read before a token was forgotten is not kept, and trust counts from before the read.
    const generation = forgotten;
    const start = performance.now();
    const row = await reader.first<TokenRow>(tokenByHash(hashOf(secret), now()));
    if (row === null) return null;
    const known = { actor: actorOf(row), expiresAt: row.expiresAt === null ? Infinity : Date.parse(row.expiresAt) };
    if (cacheMs > 0 && generation === forgotten) cache.set(secret, known, { start });
    await noteUse(reader, row, now());
    return known.actor;
  };
  const authenticate = (secret: string) => {
    const known = cache.get(secret);
    if (known && known.expiresAt > now().getTime()) return known.actor;
    return isWellFormed(secret) ? look(secret) : null;
  };
  const forget = () => {
    forgotten += 1;
    cache.clear();
  };
  return Object.assign(authenticate, { forget });
}

const tokenByHash = (hash: string, now: Date) => sql`
  select t.id, t."userId", t.scopes, t."organizationId", t."expiresAt", t."lastUsedAt", u."isInstanceAdmin"
  from api_tokens t join users u on u.id = t."userId"
  where t.hash = ${hash} and t."revokedAt" is null
    and (t."expiresAt" is null or t."expiresAt" > ${now.toISOString()}::timestamptz)`;

async function noteUse(reader: Sql, row: TokenRow, now: Date) {
  if (row.lastUsedAt !== null && now.getTime() - Date.parse(row.lastUsedAt) < useWrittenEveryMs) return;
  await reader.rows(sql`update api_tokens set "lastUsedAt" = ${now.toISOString()}::timestamptz where id = ${row.id}`);
}

function actorOf(row: TokenRow): Actor {
  const given = new Set(
    row.scopes.filter((scope): scope is Scope => (knownScopes as readonly string[]).includes(scope)),
  );
  return {
    userId: row.userId,
    tokenId: row.id,
    scopes: given.size === knownScopes.length ? 'all' : given,
    organizationId: row.organizationId,
    // What reaches beyond organizations is not for a token of one.
    isInstanceAdmin: row.isInstanceAdmin && row.organizationId === null,
  };
}
