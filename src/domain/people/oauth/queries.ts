import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import type { Scope } from '../../../access/scopes.ts';

/** What a person allowed a client, which has not ended. Its id is that of the token. */
export interface GrantRow {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectURL: string;
  readonly resource: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

const columns =
  raw(`t.id, t."userId", t."organizationId", g."clientId", g."clientName", g."redirectURL", g.resource, t.scopes,
  t."createdAt", g."expiresAt", t."lastUsedAt"`);

const tables = raw('from oauth_grants g join api_tokens t on t.id = g."tokenId"');

const isActive = (now: Date) => sql`t."revokedAt" is null and g."expiresAt" > ${now.toISOString()}::timestamptz`;

/** SQL condition on a token `t`: it is the caller's, and one that the token of the request may know of. */
const isOwn = ({ userId, organizationId }: Actor) => sql`t."userId" = ${userId}
  and (${organizationId}::text is null or t."organizationId" = ${organizationId})`;

/** Keyset list of the `GrantRow` of the caller, newest first. */
export const grantsList = (actor: Actor, now: Date): KeysetList => ({
  name: 'oauth-grants',
  filters: [actor.userId, actor.organizationId],
  select: columns,
  from: tables,
  where: [isOwn(actor), isActive(now)],
  sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
  direction: 'desc',
});

/** Finds an active grant of the caller. */
export const findGrant = (reader: Sql, id: string, actor: Actor, now: Date): Promise<GrantRow | null> =>
  reader.first(sql`select ${columns} ${tables} where t.id = ${id} and ${isOwn(actor)} and ${isActive(now)}`);

/** Finds an active grant by its id, for its client. */
export const findActiveGrant = (reader: Sql, id: string, now: Date): Promise<GrantRow | null> =>
  reader.first(sql`select ${columns} ${tables} where t.id = ${id} and ${isActive(now)}`);

/** Finds the active grant with an access token. */
export const findGrantOfAccess = (reader: Sql, hash: string, now: Date): Promise<GrantRow | null> =>
  reader.first(sql`select ${columns} ${tables} where t.hash = ${hash} and ${isActive(now)}`);

/** Locks the active grant with a family of refresh tokens until the transaction ends. */
export const lockGrantOfFamily = (
  reader: Sql,
  family: string,
  now: Date,
): Promise<(GrantRow & { readonly refreshHash: string }) | null> =>
  reader.first(sql`select ${columns}, g."refreshHash" ${tables} where g.family = ${family} and ${isActive(now)}
    for update of g, t`);

/** The code of what a person allowed. */
export interface CodeRow {
  readonly hash: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectURL: string;
  readonly resource: string;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  readonly grantEndsAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly tokenId: string | null;
}

/** Locks the code with a hash until the transaction ends; null when it is unknown. */
export const lockCode = (reader: Sql, hash: string): Promise<CodeRow | null> =>
  reader.first(sql`select * from oauth_codes where hash = ${hash} for update`);

/** Deletes a batch of expired codes. Each new one deletes more than it adds. */
export const deleteExpiredCodes = (reader: Sql, now: Date): Promise<unknown> =>
  reader.rows(sql`delete from oauth_codes where hash in (
    select hash from oauth_codes where "expiresAt" < ${now.toISOString()}::timestamptz - interval '1 hour' limit 20)`);

interface GrantsOf {
  readonly userId: string;
  readonly organizationId: string;
  readonly keep: number;
  readonly now: Date;
}

/** Ends the grants of a person in an organization that were not used for the longest time, except the `keep` others. */
export const endOldGrants = (reader: Sql, { userId, organizationId, keep, now }: GrantsOf): Promise<unknown> =>
  reader.rows(sql`update api_tokens set "revokedAt" = ${now.toISOString()}::timestamptz where id in (
    select t.id ${tables} where t."userId" = ${userId} and t."organizationId" = ${organizationId} and ${isActive(now)}
    order by coalesce(t."lastUsedAt", t."createdAt") desc, t.id offset ${keep}::int)`);
