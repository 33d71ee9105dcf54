import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Actor } from '../actor.ts';

/**
 * Relation `m`: the memberships of the caller. Integrations have none in the table. An integration acts as a guest of
 * the organization that owns it, and its installation as a guest of the organization that installed it.
 */
export function callerMembers({ integration, userId }: Actor): Fragment {
  if (!integration) return raw('members m');
  const { integrationId, installationId } = integration;
  const columns = sql`own."organizationId", ${userId}::text as "userId", null::text as role, false as disabled`;
  return installationId === null
    ? sql`(select ${columns} from integrations own where own.id = ${integrationId}) m`
    : sql`(select ${columns} from installations own where own.id = ${installationId} and not own.paused) m`;
}

/** Relation `g`: the grants of the caller. An installation has its role on its spaces, and `read` on its sites. */
export function callerGrants({ integration, userId }: Actor): Fragment {
  if (!integration) return raw('grants g');
  return sql`(
    select at."organizationId", at.id as "spaceId", null::text as "collectionId", null::text as "siteId",
      ${userId}::text as "userId", null::text as "teamId", ${integration.spaceRole}::text as role
    from installations own join spaces at on at."organizationId" = own."organizationId"
    where own.id = ${integration.installationId} and not own.paused and (own."spaceSelection" = 'all' or exists (
      select from installation_spaces chosen where chosen."installationId" = own.id and chosen."spaceId" = at.id))
    union all
    select at."organizationId", null, null, at.id, ${userId}, null, 'read'
    from installations own join sites at on at."organizationId" = own."organizationId"
    where own.id = ${integration.installationId} and not own.paused and (own."siteSelection" = 'all' or exists (
      select from installation_sites chosen where chosen."installationId" = own.id and chosen."siteId" = at.id))
  ) g`;
}
