import type { KeysetList } from '../../../db/keyset.ts';
import { all, raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import { countEffectiveRanks, effectiveRanks, type Resource } from '../../../access/queries/member-ranks.ts';
import type { GrantRole, Role } from '../../../access/roles.ts';
import type { GrantRow } from '../../../loaders/grants.ts';

/** Who holds a grant. */
export type Holder = 'user' | 'team';

/** Keyset list of `GrantRow` on a resource itself, newest first. `holder` null lists users and teams. */
export const grantsList = (resource: Resource, holder: Holder | null): KeysetList => ({
  name: 'grants',
  filters: [resource, holder],
  select: raw('g.*'),
  from: raw('from grants g'),
  // Spelled as in the indexes by date: those of one kind, and that of both.
  where: holder
    ? [sql`coalesce(g."spaceId", g."collectionId", g."siteId") = ${pickColumn(resource)[1]}`, isHeldByKind[holder]]
    : [sql`(coalesce(g."spaceId", g."collectionId", g."siteId") || '') = ${pickColumn(resource)[1]}`],
  sort: { by: 'g."createdAt"', type: 'timestamptz', id: 'g.id' },
  direction: 'desc',
});

/** Counts the grants of `grantsList`, by an index that holds all that the condition names. */
export const countGrants = async (reader: Sql, resource: Resource, holder: Holder | null): Promise<number> => {
  const isCounted = all([isOn(resource), holder && isHeldByKind[holder]]);
  return (
    (await reader.first<{ count: number }>(sql`select count(*)::int as count from grants g where ${isCounted}`))
      ?.count ?? 0
  );
};

const isHeldByKind = { user: raw('g."userId" is not null'), team: raw('g."teamId" is not null') } as const;

/** The column of a resource in the table of grants, and its value. */
function pickColumn(resource: Resource): readonly [column: 'spaceId' | 'collectionId' | 'siteId', id: string] {
  if ('spaceId' in resource) return ['spaceId', resource.spaceId];
  return 'collectionId' in resource ? ['collectionId', resource.collectionId] : ['siteId', resource.siteId];
}

function isOn(resource: Resource): Fragment {
  const [column, id] = pickColumn(resource);
  return sql`g.${raw(`"${column}"`)} = ${id}`;
}

export interface EffectiveAccessRow {
  readonly userId: string;
  readonly rank: number;
  readonly originId: string | null;
  readonly grantId: string | null;
}

/** Keyset list of `EffectiveAccessRow` on a resource, newest member first. `role` null lists every role. */
export const effectiveAccessList = (organizationId: string, resource: Resource, role: Role | null): KeysetList => ({
  name: 'effective-access',
  filters: [resource, role],
  ...effectiveRanks(organizationId, resource),
  select: raw('held."userId", held.rank, held."originId", held."grantId"'),
  where: [hasRole(role)],
  sort: { by: 'held."joinedAt"', type: 'timestamptz', id: 'held."userId"' },
  direction: 'desc',
});

/** Counts the members of `effectiveAccessList`. */
export const countEffectiveAccess = async (
  reader: Sql,
  organizationId: string,
  resource: Resource,
  role: Role | null,
): Promise<number> =>
  (await reader.first<{ count: number }>(countEffectiveRanks(organizationId, resource, hasRole(role))))?.count ?? 0;

const hasRole = (role: Role | null) => (role === null ? raw('held.rank >= 1') : sql`held.rank = role_rank(${role})`);

/** Identifies a user or a team. */
export interface HolderKey {
  readonly kind: Holder;
  readonly id: string;
}

/** Sets the role of a grant; null when the holder has no grant on the resource itself. */
export const updateGrant = (
  reader: Sql,
  resource: Resource,
  holder: HolderKey,
  role: GrantRole,
): Promise<GrantRow | null> =>
  reader.first(sql`update grants g set role = ${role} where ${isOn(resource)} and ${isHeldBy(holder)} returning g.*`);

/** Deletes a grant; null when the holder has no grant on the resource itself. */
export const deleteGrant = (reader: Sql, resource: Resource, holder: HolderKey): Promise<{ id: string } | null> =>
  reader.first(sql`delete from grants g where ${isOn(resource)} and ${isHeldBy(holder)} returning g.id`);

const isHeldBy = ({ kind, id }: HolderKey): Fragment =>
  kind === 'user' ? sql`g."userId" = ${id}` : sql`g."teamId" = ${id}`;

/**
 * Returns those user ids that belong to members of the organization, and locks the memberships until the transaction
 * ends.
 */
export const lockMembers = (
  reader: Sql,
  organizationId: string,
  userIds: readonly string[],
): Promise<{ id: string }[]> =>
  reader.rows(sql`select "userId" as id from members
    where "organizationId" = ${organizationId} and "userId" = any(${userIds}::text[]) for key share`);

/** Returns those team ids that belong to the organization, and locks the teams until the transaction ends. */
export const lockTeams = (reader: Sql, organizationId: string, teamIds: readonly string[]): Promise<{ id: string }[]> =>
  reader.rows(sql`select id from teams
    where "organizationId" = ${organizationId} and id = any(${teamIds}::text[]) for key share`);

export interface NewGrants {
  readonly organizationId: string;
  readonly resource: Resource;
  readonly role: GrantRole;
  readonly createdAt: Date;
  readonly holder: Holder;
  /** A new grant id for each holder. */
  readonly grantIds: readonly string[];
  readonly holderIds: readonly string[];
}

/** Inserts grants on a resource. Replaces the role of a holder that already has a grant. */
export function upsertGrants(reader: Sql, grants: NewGrants): Promise<GrantRow[]> {
  const { organizationId, resource, role, createdAt, holder, grantIds, holderIds } = grants;
  const [column, resourceId] = pickColumn(resource);
  const on = raw(`"${column}"`);
  const held = raw(`"${holder}Id"`);
  return reader.rows(sql`
    insert into grants (id, "organizationId", ${on}, role, "createdAt", ${held})
    select given.id, ${organizationId}, ${resourceId}, ${role}, ${createdAt.toISOString()}::timestamptz, given.holder
    from unnest(${grantIds}::text[], ${holderIds}::text[]) given(id, holder)
    on conflict (${on}, ${held}) do update set role = excluded.role
    returning *`);
}
