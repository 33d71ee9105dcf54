import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';

/** A session that has not ended. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** The organization of its identity provider; null for a session by a passkey. */
  readonly organizationId: string | null;
  /** That of its identity provider; null for a session by a passkey. */
  readonly providerId: string | null;
  readonly providerLabel: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly address: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

const columns =
  raw(`t.id, t."userId", t."organizationId", t."providerId", p.label as "providerLabel", w.browser, w.system, w.address,
  t."createdAt", t."expiresAt", t."lastUsedAt"`);

const tables = raw(`from api_tokens t left join session_places w on w."tokenId" = t.id
  left join login_providers p on p.id = t."providerId"`);

const isActive = (now: Date) => sql`t.kind = 'session' and t."revokedAt" is null
  and t."expiresAt" > ${now.toISOString()}::timestamptz`;

/**
 * SQL condition on a session `t`: it is the caller's, and one that the token may know of. Spelled as in the index of sessions: that of
 * all tokens of a user would be read to its end.
 */
const isOwn = ({ userId, organizationId }: Actor): Fragment => sql`(t."userId" || '') = ${userId}
  and (${organizationId}::text is null or t."organizationId" = ${organizationId})`;

/** SQL condition on a session `t`: it is one of a member of the organization, which it reaches. */
const isWithin = (organizationId: string): Fragment => sql`t."userId" in (
    select m."userId" from members m where m."organizationId" = ${organizationId} and not m.disabled)
  and (t."organizationId" is null or t."organizationId" = ${organizationId})`;

const sessionsList = (name: string, filters: readonly (string | null)[], where: Fragment, now: Date): KeysetList => ({
  name,
  filters: [...filters],
  select: columns,
  from: tables,
  where: [where, isActive(now)],
  sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
  direction: 'desc',
});

/** Keyset list of the active sessions of the caller, newest first. */
export const ownSessionsList = (actor: Actor, now: Date): KeysetList =>
  sessionsList('sessions', [actor.userId, actor.organizationId], isOwn(actor), now);

/** Keyset list of the active sessions of the members of an organization, newest first. */
export const organizationSessionsList = (organizationId: string, now: Date): KeysetList =>
  sessionsList('organization-sessions', [organizationId], isWithin(organizationId), now);

/** Whose sessions: those of the caller, or of the members of an organization. */
export type Whose = { readonly actor: Actor } | { readonly organizationId: string };

/** Finds an active session among the caller's, or among those of an organization. */
export const findSession = (reader: Sql, id: string, whose: Whose, now: Date): Promise<SessionRow | null> =>
  reader.first(sql`select ${columns} ${tables} where t.id = ${id} and ${isActive(now)}
    and ${'actor' in whose ? isOwn(whose.actor) : isWithin(whose.organizationId)}`);
