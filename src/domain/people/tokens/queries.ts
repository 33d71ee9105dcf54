import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { Actor, LentTo } from '../../../access/actor.ts';
import { tokenColumns } from '../../../loaders/tokens.ts';

/** Keyset list of `TokenRow` of a user, newest first; only those of one organization for a caller limited to it. */
export const tokensList = ({ userId, organizationId }: Pick<Actor, 'userId' | 'organizationId'>): KeysetList => ({
  name: 'api-tokens',
  filters: [userId, organizationId],
  select: tokenColumns,
  from: raw('from api_tokens t'),
  where: [sql`t."userId" = ${userId}`, organizationId === null ? null : sql`t."organizationId" = ${organizationId}`],
  sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
  direction: 'desc',
});

/** The integration or installation of a token. */
export interface ActingIntegration {
  readonly integrationId: string;
  readonly installationId: string | null;
  /** Scopes that the integration currently requests, and those that the organization accepted. */
  readonly published: readonly string[];
  readonly agreed: readonly string[] | null;
}

/** Selects `ActingIntegration` of an integration `i` and an installation `inst`, either of which may be absent. */
const actingIntegration = raw(`case when i.id is null then null else json_build_object('integrationId', i.id,
  'installationId', inst.id, 'published', i.scopes, 'agreed', inst.scopes) end as integration`);

/** An active token with its user. */
export interface ActiveTokenRow {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly organizationId: string | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly isInstanceAdmin: boolean;
  readonly integration: ActingIntegration | null;
  /** Ids of organizations that require the user to sign in through SSO; empty for sessions by SSO and integrations. */
  readonly ssoRequiredIn: readonly string[];
  readonly lentTo: LentTo | null;
}

/** SQL condition: token `t` names no sign-in by a provider, so it rests where one is required. */
const waitsForSso = raw(`(t.kind in ('user', 'bootstrap', 'oauth') or t.kind = 'session' and t."providerId" is null)`);

/** Finds a token by hash; null when it is unknown, revoked or expired. */
export const findActiveToken = (reader: Sql, hash: string, now: Date): Promise<ActiveTokenRow | null> =>
  reader.first(sql`
    select t.id, t."userId", t.scopes, t."organizationId", t."expiresAt", t."lastUsedAt", u."isInstanceAdmin",
      ${actingIntegration},
      case when g."tokenId" is null then null else json_build_object('client', g."clientId", 'resource', g.resource) end as "lentTo",
      array(select m."organizationId" from members m join organizations o on o.id = m."organizationId"
        where m."userId" = t."userId" and ${waitsForSso} and (m.sso or o.sso) and m."signedInAt" is null) as "ssoRequiredIn"
    from api_tokens t join users u on u.id = t."userId"
    left join oauth_grants g on g."tokenId" = t.id
    left join installations inst on inst.id = t."installationId"
    left join integrations i on i.id = coalesce(inst."integrationId", t."integrationId")
    where t.hash = ${hash} and t."revokedAt" is null and inst.paused is not true
      and (t."expiresAt" is null or t."expiresAt" > ${now.toISOString()}::timestamptz)`);

/** Finds the integration of an installation that is not paused, to act on its behalf. */
export async function findActingIntegration(reader: Sql, installationId: string): Promise<ActingIntegration | null> {
  const row = await reader.first<{ integration: ActingIntegration }>(sql`select ${actingIntegration}
    from installations inst join integrations i on i.id = inst."integrationId"
    where inst.id = ${installationId} and not inst.paused`);
  return row?.integration ?? null;
}

/** Counts the active tokens of a user, without sessions and what clients were allowed. */
export async function countActiveTokens(reader: Sql, userId: string, now: Date): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`select count(*)::int as count from api_tokens
    where "userId" = ${userId} and kind not in ('session', 'oauth') and "revokedAt" is null
      and ("expiresAt" is null or "expiresAt" > ${now.toISOString()}::timestamptz)`);
  return row?.count ?? 0;
}

/** Records the use of a token. */
export const updateLastUsedAt = (reader: Sql, id: string, now: Date): Promise<unknown> =>
  reader.rows(sql`update api_tokens set "lastUsedAt" = ${now.toISOString()}::timestamptz where id = ${id}`);

/** Finds the user of a token. */
export const findTokenHolder = (reader: Sql, id: string): Promise<{ readonly userId: string } | null> =>
  reader.first(sql`select "userId" from api_tokens where id = ${id}`);
