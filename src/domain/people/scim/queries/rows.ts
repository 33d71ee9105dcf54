import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { ScimUserValues } from '../fields.ts';

/** A provider that provisions people by its token. */
export interface ScimCaller {
  readonly providerId: string;
  readonly organizationId: string;
  readonly lastUsedAt: string | null;
}

/** Finds the provider of a token; null when the token is unknown, or one of another provider. */
export const findScimCaller = (reader: Sql, providerId: string, hash: string): Promise<ScimCaller | null> =>
  reader.first(sql`select t."providerId", p."organizationId", t."lastUsedAt"
    from scim_tokens t join login_providers p on p.id = t."providerId"
    where t.hash = ${hash} and t."providerId" = ${providerId}`);

/** Records the use of the token of a provider. */
export const noteScimUse = (reader: Sql, providerId: string, now: Date): Promise<unknown> =>
  reader.rows(sql`update scim_tokens set "lastUsedAt" = ${now.toISOString()}::timestamptz
    where "providerId" = ${providerId}`);

/** A token of SCIM, without its hash. */
export interface ScimTokenRow {
  readonly lastFour: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export const findScimToken = (reader: Sql, providerId: string): Promise<ScimTokenRow | null> =>
  reader.first(sql`select "lastFour", "createdAt", "lastUsedAt" from scim_tokens where "providerId" = ${providerId}`);

/** A user that a provider has provisioned. */
export interface ScimUserRow {
  readonly userId: string;
  readonly userName: string;
  readonly externalId: string | null;
  readonly profile: Pick<ScimUserValues, 'displayName' | 'name' | 'emails'>;
  readonly disabled: boolean;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Only members count: whom an admin has removed is gone for the provider, too. */
const provisioned = (providerId: string) => sql`from scim_users s
  join login_providers p on p.id = s."providerId"
  join members m on m."organizationId" = p."organizationId" and m."userId" = s."userId"
  where s."providerId" = ${providerId}`;

const userColumns =
  raw(`s."userId", s."userName", s."externalId", s.profile, m.disabled, s.version + m.version as version,
  s."createdAt", s."updatedAt"`);

export const findScimUser = (reader: Sql, providerId: string, userId: string): Promise<ScimUserRow | null> =>
  reader.first(sql`select ${userColumns} ${provisioned(providerId)} and s."userId" = ${userId}`);

/** A page of a list, which SCIM asks for by the number of its first resource. */
export interface ScimPage {
  /** 0 for the first. */
  readonly offset: number;
  readonly limit: number;
}

interface ScimList extends ScimPage {
  readonly providerId: string;
  readonly where: Fragment;
}

/** Lists users of a provider, oldest first. */
export const listScimUsers = (reader: Sql, { providerId, where, offset, limit }: ScimList): Promise<ScimUserRow[]> =>
  reader.rows(sql`select ${userColumns} ${provisioned(providerId)} and ${where}
    order by s."createdAt", s."userId" limit ${limit}::int offset ${offset}::int`);

export const countScimUsers = (reader: Sql, { providerId, where }: Pick<ScimList, 'providerId' | 'where'>) =>
  count(reader, sql`${provisioned(providerId)} and ${where}`);

async function count(reader: Sql, from: Fragment): Promise<number> {
  return (await reader.first<{ count: number }>(sql`select count(*)::int as count ${from}`))?.count ?? 0;
}

/** Who has a name or an address that a provider wants to give a user. */
export interface Taken {
  readonly userId: string;
  readonly isManaged: boolean;
  readonly isMember: boolean;
}

/** Finds the user whom the provider provisions by a name. */
export const findByUserName = (reader: Sql, providerId: string, key: string): Promise<{ userId: string } | null> =>
  reader.first(sql`select s."userId" ${provisioned(providerId)} and s."userNameKey" = ${key}`);

/**
 * Finds the user that an organization means by an address, and locks it: one that it manages, otherwise a member. People of elsewhere
 * are not found.
 */
export const lockMeant = (reader: Sql, organizationId: string, email: string): Promise<Taken | null> =>
  reader.first(sql`select u.id as "userId", u."organizationId" is not null as "isManaged",
      exists (select from members m where m."userId" = u.id and m."organizationId" = ${organizationId}) as "isMember"
    from users u
    where u."organizationId" = ${organizationId} and u."assertedEmail" = ${email}
      or u."organizationId" is null and (u.email = ${email} or u."invitedById" = ${organizationId} and u."assertedEmail" = ${email})
        and exists (select from members m where m."userId" = u.id and m."organizationId" = ${organizationId})
    order by u."organizationId" nulls last limit 1 for update of u`);

/** Deletes what a provider said of users who are no members any more, by their name. */
export const deleteStale = (reader: Sql, providerId: string, key: string): Promise<unknown> =>
  reader.rows(sql`delete from scim_users s using login_providers p
    where s."providerId" = ${providerId} and s."userNameKey" = ${key} and p.id = s."providerId"
      and not exists (select from members m where m."organizationId" = p."organizationId" and m."userId" = s."userId")`);

/** Those of some users whom the provider provisions. */
export async function listProvisioned(reader: Sql, providerId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ userId: string }>(sql`select s."userId" ${provisioned(providerId)}
    and s."userId" = any(${userIds}::text[])`);
  return rows.map(({ userId }) => userId);
}

/**
 * Finds the user that a provider has made by provisioning, by the address; null unless the user is a member of the organization of the
 * provider, which manages them.
 */
export const findMadeBy = (
  reader: Sql,
  { providerId, email }: { readonly providerId: string; readonly email: string },
): Promise<{ readonly id: string; readonly isMember: boolean; readonly disabled: boolean } | null> =>
  reader.first(sql`select s."userId" as id, true as "isMember", m.disabled ${provisioned(providerId)} and s.made
    and exists (select from users u where u.id = s."userId" and u."organizationId" = p."organizationId"
      and u."assertedEmail" = ${email})`);

/** A group of a provider. */
export interface ScimGroupRow {
  readonly teamId: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const groupColumns = raw('g."teamId", g."displayName", g."externalId", t.version, g."createdAt", g."updatedAt"');
const groups = (providerId: string) =>
  sql`from scim_groups g join teams t on t.id = g."teamId" where g."providerId" = ${providerId}`;

export const findScimGroup = (reader: Sql, providerId: string, teamId: string): Promise<ScimGroupRow | null> =>
  reader.first(sql`select ${groupColumns} ${groups(providerId)} and g."teamId" = ${teamId}`);

interface NamedGroup {
  readonly nameKey: string;
  readonly externalId: string | null;
}

/** Lists the groups that have a name or an id of the provider. There are at most three: one has the name, and old ones share an id. */
export const listGroupsNamed = (
  reader: Sql,
  providerId: string,
  { nameKey, externalId }: NamedGroup,
): Promise<{ readonly teamId: string; readonly nameKey: string }[]> =>
  reader.rows(sql`select g."teamId", g."nameKey" ${groups(providerId)}
    and (g."nameKey" = ${nameKey} or g."externalId" = ${externalId}::text) order by g."createdAt" limit 3`);

/** Lists groups of a provider, oldest first. */
export const listScimGroups = (reader: Sql, { providerId, where, offset, limit }: ScimList): Promise<ScimGroupRow[]> =>
  reader.rows(sql`select ${groupColumns} ${groups(providerId)} and ${where}
    order by g."createdAt", g."teamId" limit ${limit}::int offset ${offset}::int`);

export const countScimGroups = (reader: Sql, { providerId, where }: Pick<ScimList, 'providerId' | 'where'>) =>
  count(reader, sql`${groups(providerId)} and ${where}`);

export interface GroupMember {
  readonly userId: string;
  readonly userName: string;
}

/** Lists the members of a group whom the provider provisions, up to a limit. */
export const listGroupMembers = (
  reader: Sql,
  { providerId, teamId, limit }: { readonly providerId: string; readonly teamId: string; readonly limit: number },
): Promise<GroupMember[]> =>
  reader.rows(sql`select s."userId", s."userName" from team_members tm join scim_users s
      on s."providerId" = ${providerId} and s."userId" = tm."userId"
    where tm."teamId" = ${teamId} order by s."userId" limit ${limit}::int`);
