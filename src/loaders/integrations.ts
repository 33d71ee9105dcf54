import type { Installation, InstallationSite, InstallationSpace, Integration } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, type Fragment, raw, sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { callerMembers } from '../access/queries/caller.ts';
import {
  isCallerMembership,
  membershipColumns,
  membershipJoin,
  type MembershipColumns,
} from '../access/queries/membership.ts';
import { toMembership, type Membership } from '../access/effective-role.ts';
import { byKey } from './batch.ts';

/** An integration with the facts that its policy needs. */
export interface IntegrationRow extends Omit<Stored<Integration>, 'script' | 'secrets'> {
  /** The caller's membership in the organization that owns it. */
  readonly membership: Membership;
  /** Whether an organization of the caller has installed it. */
  readonly isInstalled: boolean;
  /** Whether the caller is an admin of an organization that may install it. */
  readonly canInstall: boolean;
}

export interface IntegrationColumns extends Omit<IntegrationRow, 'membership'>, MembershipColumns {}

/** Columns of an integration `i` after `membershipJoin`. The script and the secrets are never read. */
export const integrationColumns = (actor: Actor): Fragment => sql`
  i.id, i.name, i."organizationId", i."userId", i.version, i.runtime, i.title, i.description, i.summary, i.visibility,
  i.target, i.verified, i.scopes, i.categories, i.blocks, i."contentSources", i."externalLinks", i.configurations,
  i."contentSecurityPolicy", i."iconHash", i."previewHashes", i."createdAt", i."updatedAt", ${membershipColumns},
  ${isInstalledForCaller(actor)} as "isInstalled", exists (
    select from ${callerMembers(actor)} where ${isCallerMembership(actor)} and m.role = 'admin'
      and (i.visibility <> 'private' or m."organizationId" = i."organizationId")
  ) as "canInstall"`;

/** Condition: an organization of the caller has installed the integration `i`. */
export const isInstalledForCaller = (actor: Actor): Fragment => sql`exists (
    select from installations used join ${callerMembers(actor)} on m."organizationId" = used."organizationId"
    where used."integrationId" = i.id and ${isCallerMembership(actor)})`;

/** Joins the caller's membership in the owner to integrations `i`. */
export const integrationJoin = (actor: Actor): Fragment => membershipJoin('i."organizationId"', actor);

/** Converts what `integrationColumns` selected. */
export const toIntegration = ({ isMember, memberRole, ...row }: IntegrationColumns): IntegrationRow => ({
  ...row,
  membership: toMembership({ isMember, memberRole }),
});

/** Loads integrations by id or by name. */
export const integrationLoader = (reader: Sql, actor: Actor, key: 'id' | 'name') => {
  const rows = byKey<IntegrationColumns>(
    reader,
    (keys) => sql`select ${integrationColumns(actor)} from integrations i ${integrationJoin(actor)}
      where ${raw(`i.${key}`)} = ${anyOf(keys)}`,
    (row) => row[key],
  );
  return {
    load: async (value: string): Promise<IntegrationRow | null> => {
      const row = await rows.load(value);
      return row && toIntegration(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};

/** An installation with the facts that its policy needs. */
export interface InstallationRow extends Stored<Installation> {
  readonly integrationName: string;
  /** What the integration declares about configurations. */
  readonly configurations: unknown;
  /** Spaces that it is for. */
  readonly spaceCount: number;
  /** The caller's membership in the organization that installed it. */
  readonly membership: Membership;
  /** Whether the caller is an admin of the organization that owns the integration. */
  readonly isOwner: boolean;
}

export interface InstallationColumns extends Omit<InstallationRow, 'membership'>, MembershipColumns {}

/** Columns of an installation `inst` of an integration `i` after `installationJoin`. */
export const installationColumns = (actor: Actor): Fragment => sql`
  inst.*, i.name as "integrationName", i.configurations, ${membershipColumns}, case
    when inst."spaceSelection" = 'all' then (
      select count(*)::int from spaces s where s."organizationId" = inst."organizationId" and s."deletedAt" is null)
    else (select count(*)::int from installation_spaces at join spaces s on s.id = at."spaceId" and s."deletedAt" is null
      where at."installationId" = inst.id)
  end as "spaceCount", ${isOwnerAdmin(actor)} as "isOwner"`;

/** Condition: the caller is an admin of the organization that owns the integration `i`. */
const isOwnerAdmin = (actor: Actor): Fragment => sql`exists (
    select from members boss where boss."organizationId" = i."organizationId" and boss."userId" = ${actor.userId}
      and boss.role = 'admin' and not boss.disabled
      and (${actor.organizationId}::text is null or boss."organizationId" = ${actor.organizationId}))`;

/** Joins the integration and the caller's membership to installations `inst`. */
export const installationJoin = (actor: Actor): Fragment =>
  sql`join integrations i on i.id = inst."integrationId" ${membershipJoin('inst."organizationId"', actor)}`;

/** Converts what `installationColumns` selected. */
export const toInstallation = ({ isMember, memberRole, ...row }: InstallationColumns): InstallationRow => ({
  ...row,
  membership: toMembership({ isMember, memberRole }),
});

/** Loads installations by id. */
export const installationLoader = (reader: Sql, actor: Actor) => {
  const rows = byKey<InstallationColumns>(
    reader,
    (ids) => sql`select ${installationColumns(actor)} from installations inst ${installationJoin(actor)}
      where inst.id = ${anyOf(ids)}`,
    (row) => row.id,
  );
  return {
    load: async (id: string): Promise<InstallationRow | null> => {
      const row = await rows.load(id);
      return row && toInstallation(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};

/** A site that an installation was added to. */
export type InstallationSiteRow = Stored<InstallationSite>;

/** A space that an installation was added to. */
export type InstallationSpaceRow = Stored<InstallationSpace>;
