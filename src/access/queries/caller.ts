import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Actor, IntegrationActor } from '../actor.ts';
import type { Role } from '../roles.ts';

/** Whose access a statement reads: the user's of an actor, or, for several plain users, of each row of a relation. */
export type Caller = Pick<Actor, 'organizationId' | 'ssoRequiredIn' | 'integration' | 'adminOf' | 'gitSync'> & {
  readonly userId: string | Fragment;
};

/** Each user of `askedRelation`, who must be a plain one (`isPlainUser`). */
export const askingUser: Caller = { userId: raw('asked."userId"'), organizationId: null };

/** Relation `asked("userId", id, nth)`: which users ask for which ids, numbered from 1. */
export const askedRelation = (asked: readonly { readonly userId: string; readonly id: string }[]): Fragment =>
  sql`unnest(${asked.map(({ userId }) => userId)}::text[], ${asked.map(({ id }) => id)}::text[])
    with ordinality as asked("userId", id, nth)`;

/**
 * Relation `m`: the memberships of the caller. Integrations have none in the table. An integration acts as a guest of
 * the organization that owns it, and its installation as a guest of the organization that installed it.
 */
export function callerMembers(caller: Caller): Fragment {
  const { integration, userId } = caller;
  const own = rightOf(caller);
  if (own) return selectOwnMember(own, userId);
  if (!integration) return raw('members m');
  const { integrationId, installationId } = integration;
  const columns = sql`own."organizationId", ${userId}::text as "userId", null::text as role, false as disabled`;
  return installationId === null
    ? sql`(select ${columns} from integrations own where own.id = ${integrationId}) m`
    : sql`(select ${columns} from installations own where own.id = ${installationId} and not own.paused) m`;
}

/**
 * Relation `g`: the grants of the caller. An installation has its role on the spaces that were selected for it, and `read`
 * on the sites. On all other content an integration has `none`: default levels are meant for people, and would give it
 * content that nobody selected.
 */
export function callerGrants(caller: Caller): Fragment {
  const { integration, userId } = caller;
  const right = rightOf(caller);
  if (right) return selectOwnGrants(right, userId);
  if (!integration) return raw('grants g');
  const own = selectInstalled(integration);
  return sql`(
    select at."organizationId", at.id as "spaceId", null::text as "collectionId", null::text as "siteId",
      ${userId}::text as "userId", null::text as "teamId",
      case when own."spaceSelection" = 'all' or exists (
        select from installation_spaces chosen where chosen."installationId" = own.id and chosen."spaceId" = at.id)
        then ${integration.spaceRole}::text else 'none' end as role
    from ${own} join spaces at on at."organizationId" = own."organizationId"
    union all
    select at."organizationId", null, at.id, null, ${userId}, null, 'none'
    from ${own} join collections at on at."organizationId" = own."organizationId"
    union all
    select at."organizationId", null, null, at.id, ${userId}, null, 'read'
    from ${own} join sites at on at."organizationId" = own."organizationId"
    where own."siteSelection" = 'all' or exists (
      select from installation_sites chosen where chosen."installationId" = own.id and chosen."siteId" = at.id)
  ) g`;
}

/** What a part of the server may do by itself, in an organization or one place of it. */
interface OwnRight {
  readonly organizationId: string;
  /** Null for the organization as a whole. */
  readonly placeId: string | null;
  readonly role: Role;
}

/** A webhook reads what an admin of its place would, and a sync writes its space as a reviewer; null for others. */
function rightOf({ adminOf, gitSync }: Caller): OwnRight | null {
  if (adminOf) return { ...adminOf, role: 'admin' };
  return gitSync ? { organizationId: gitSync.organizationId, placeId: gitSync.spaceId, role: 'review' } : null;
}

/** Relation `m` for a part of the server: a member with its role, or a guest who has a grant. */
const selectOwnMember = ({ organizationId, placeId, role }: OwnRight, userId: Caller['userId']): Fragment =>
  sql`(select ${organizationId}::text as "organizationId", ${userId}::text as "userId",
    ${placeId === null ? role : null}::text as role, false as disabled) m`;

/** Relation `g` for a part of the server: its role on its place. */
const selectOwnGrants = ({ organizationId, placeId, role }: OwnRight, userId: Caller['userId']): Fragment => sql`(
    select ${organizationId}::text as "organizationId", s.id as "spaceId", c.id as "collectionId", t.id as "siteId",
      ${userId}::text as "userId", null::text as "teamId", ${role}::text as role
    from (select ${placeId}::text as id) place left join spaces s on s.id = place.id
      left join collections c on c.id = place.id left join sites t on t.id = place.id
    where place.id is not null) g`;

/**
 * Relation `g`: the grants to the caller or to a team of the caller among those that a condition on `g` selects. The two are
 * looked up apart, and those to teams one team after the other (`offset 0`), so that a resource with many grants costs what one
 * with few does.
 */
export function grantsToCaller(actor: Caller, isSelected: Fragment): Fragment {
  const { userId, integration } = actor;
  // What an integration or a part of the server has is granted to it itself.
  if (integration || rightOf(actor)) return sql`(select g.* from ${callerGrants(actor)} where ${isSelected}) g`;
  return sql`(
    select g.* from grants g where ${isSelected} and g."userId" = ${userId}
    union all
    select g.* from team_members tm
    cross join lateral (select g.* from grants g where g."teamId" = tm."teamId" and ${isSelected} offset 0) g
    where tm."userId" = ${userId}) g`;
}

/** Relation `own`: what was selected for an installation. Nothing was selected for the integration itself. */
const selectInstalled = ({ integrationId, installationId }: IntegrationActor): Fragment =>
  installationId === null
    ? sql`(select i.id, i."organizationId", 'selected' as "spaceSelection", 'selected' as "siteSelection"
        from integrations i where i.id = ${integrationId}) own`
    : sql`(select i.id, i."organizationId", i."spaceSelection", i."siteSelection"
        from installations i where i.id = ${installationId} and not i.paused) own`;
