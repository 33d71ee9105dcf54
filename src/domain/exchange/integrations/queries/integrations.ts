import type { Actor } from '../../../../access/actor.ts';
import { contains } from '../../../../db/contains.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
import {
  installationColumns,
  installationJoin,
  integrationColumns,
  integrationJoin,
  isInstalledForCaller,
  type InstallationSiteRow,
  type InstallationSpaceRow,
} from '../../../../loaders/integrations.ts';

/** Filters of the list of integrations. */
export interface IntegrationFilter {
  readonly search: string | null;
  readonly category: string | null;
  readonly blockDomain: string | null;
  readonly blocks: boolean | null;
  readonly contentSources: boolean | null;
  readonly owner: string | null;
  readonly scope: string | null;
  readonly target: string | null;
}

/** Keyset list of `IntegrationColumns` that the caller may see, newest first. */
export const integrationsList = (actor: Actor, filter: IntegrationFilter): KeysetList => ({
  name: 'integrations',
  filters: filter,
  select: integrationColumns(actor),
  from: sql`from integrations i ${integrationJoin(actor)}`,
  where: [
    sql`(i.visibility = 'public' or m."userId" is not null or ${isInstalledForCaller(actor)})`,
    filter.search
      ? sql`(${contains(raw('i.title'), filter.search)} or ${contains(raw('i.name'), filter.search)}
      or ${contains(raw('i.description'), filter.search)})`
      : null,
    filter.category === null ? null : sql`${filter.category} = any(i.categories)`,
    filter.blockDomain === null ? null : unfurls(filter.blockDomain),
    filter.blocks === null ? null : sql`(i.blocks <> '[]'::jsonb) = ${filter.blocks}::boolean`,
    filter.contentSources === null
      ? null
      : sql`(i."contentSources" <> '[]'::jsonb) = ${filter.contentSources}::boolean`,
    filter.owner === null ? null : sql`i."organizationId" = ${filter.owner}`,
    filter.scope === null ? null : sql`i.scopes @> array[${filter.scope}::text]`,
    filter.target === null ? null : sql`i.target in (${filter.target}, 'all')`,
  ],
  sort: { by: 'i."createdAt"', type: 'timestamptz', id: 'i.id' },
  direction: 'desc',
});

/**
 * SQL condition: a block of `i` unfurls URLs of a domain or its subdomains. The host in a URL ends at a port, path,
 * query or the end of the URL.
 */
const unfurls = (domain: string) => sql`exists (
    select from jsonb_array_elements(i.blocks) block, jsonb_array_elements_text(block->'urlUnfurl') url
    where right('.' || lower(split_part(substring(url from '^[a-zA-Z][a-zA-Z0-9+.-]*://([^/?#]*)'), ':', 1)),
      length(${domain}) + 1) = lower('.' || ${domain}))`;

/** Finds the organization of the integration with a name, ignoring case. */
export const findNameHolder = (
  reader: Sql,
  name: string,
): Promise<{ readonly id: string; readonly name: string; readonly organizationId: string } | null> =>
  reader.first(sql`select id, name, "organizationId" from integrations where lower(name) = lower(${name}) for update`);

/** Finds an organization by id, or else by hostname. */
export const findOrganizationId = (reader: Sql, idOrHostname: string): Promise<{ readonly id: string } | null> =>
  reader.first(sql`select id from organizations where id = ${idOrHostname} or hostname = lower(${idOrHostname})
    order by id = ${idOrHostname} desc limit 1`);

/** Revokes the active tokens of an integration and returns their ids. */
export const revokeIntegrationTokens = (reader: Sql, integrationId: string, now: Date): Promise<{ id: string }[]> =>
  reader.rows(sql`update api_tokens t set "revokedAt" = ${now.toISOString()}::timestamptz
    where t."integrationId" = ${integrationId} and t."revokedAt" is null returning id`);

export interface Image {
  readonly contentType: string;
  readonly blobHash: string;
  readonly sizeBytes: number;
}

/** Finds an icon or preview image of an integration. */
export const findImage = (reader: Sql, integrationId: string, hash: string): Promise<Image | null> =>
  reader.first(sql`select b."contentType", b.hash as "blobHash", b."sizeBytes"
    from integrations i join blobs b on b.hash = ${hash}
    where i.id = ${integrationId} and (i."iconHash" = b.hash or b.hash = any(i."previewHashes"))`);

/** Keyset list of `InstallationColumns` of an integration, newest first. */
export const integrationInstallationsList = (
  actor: Actor,
  { integrationId, externalId }: { readonly integrationId: string; readonly externalId: string | null },
): KeysetList => ({
  name: 'integration-installations',
  filters: [integrationId, externalId],
  select: installationColumns(actor),
  from: sql`from installations inst ${installationJoin(actor)}`,
  where: [
    sql`inst."integrationId" = ${integrationId}`,
    actor.integration?.installationId ? sql`inst.id = ${actor.integration.installationId}` : null,
    externalId === null ? null : sql`${externalId} = any(inst."externalIds")`,
  ],
  sort: { by: 'inst."createdAt"', type: 'timestamptz', id: 'inst.id' },
  direction: 'desc',
});

/** Keyset list of `InstallationColumns` of an organization, newest first. */
export const organizationInstallationsList = (actor: Actor, organizationId: string): KeysetList => ({
  name: 'organization-installations',
  filters: [organizationId],
  select: installationColumns(actor),
  from: sql`from installations inst ${installationJoin(actor)}`,
  where: [sql`inst."organizationId" = ${organizationId}`],
  sort: { by: 'inst."createdAt"', type: 'timestamptz', id: 'inst.id' },
  direction: 'desc',
});

/** Keyset list of `InstallationSpaceRow` of an installation, newest first. */
export const installationSpacesList = (installationId: string): KeysetList => ({
  name: 'installation-spaces',
  filters: [installationId],
  select: raw('at.*'),
  from: raw('from installation_spaces at join spaces s on s.id = at."spaceId" and s."deletedAt" is null'),
  where: [sql`at."installationId" = ${installationId}`],
  sort: { by: 'at."createdAt"', type: 'timestamptz', id: 'at."spaceId"' },
  direction: 'desc',
});

/** Finds a space of an installation; null when the installation was not added to it or the space is deleted. */
export const findInstallationSpace = (
  reader: Sql,
  installationId: string,
  spaceId: string,
): Promise<InstallationSpaceRow | null> =>
  reader.first(sql`select at.* from installation_spaces at join spaces s on s.id = at."spaceId"
    and s."deletedAt" is null where at."installationId" = ${installationId} and at."spaceId" = ${spaceId}`);

/** Keyset list of `InstallationSiteRow` of an installation, newest first. */
export const installationSitesList = (installationId: string): KeysetList => ({
  name: 'installation-sites',
  filters: [installationId],
  select: raw('at.*'),
  from: raw('from installation_sites at'),
  where: [sql`at."installationId" = ${installationId}`],
  sort: { by: 'at."createdAt"', type: 'timestamptz', id: 'at."siteId"' },
  direction: 'desc',
});

/** Finds a site of an installation; null when the installation was not added to it. */
export const findInstallationSite = (
  reader: Sql,
  installationId: string,
  siteId: string,
): Promise<InstallationSiteRow | null> =>
  reader.first(
    sql`select * from installation_sites where "installationId" = ${installationId} and "siteId" = ${siteId}`,
  );

/** Locks an installation until the transaction ends. */
export const lockInstallationRow = (reader: Sql, id: string): Promise<unknown> =>
  reader.rows(sql`select id from installations where id = ${id} for update`);
