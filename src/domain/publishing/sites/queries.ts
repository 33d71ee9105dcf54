import { type Actor, readsSitesOfSpaces } from '../../../access/actor.ts';
import {
  accessTree,
  selectReadableSpaces,
  siteRankColumns,
  siteTreeJoin,
  siteVisible,
} from '../../../access/queries/visible-resources.ts';
import { contains } from '../../../db/contains.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import { wantedKeys } from '../../../db/wanted-keys.ts';
import type { SiteType } from './fields.ts';
import { siteColumns } from '../../../loaders/sites.ts';

/** Filters of a list of sites; null does not filter. */
export interface SitesFilter {
  readonly organizationId: string;
  /** Id of a space that the sites contain. */
  readonly space: string | null;
  /** Part of the title, ignoring case. */
  readonly title: string | null;
  readonly published: boolean | null;
  readonly types: readonly SiteType[] | null;
}

/** Keyset list of `SiteRow` with `RankColumns` that the caller may read, newest first. */
export const sitesList = (actor: Actor, filter: SitesFilter): KeysetList => {
  const { organizationId, space, title, published, types } = filter;
  return {
    name: 'sites',
    filters: [organizationId, space, title, published, types],
    with: accessTree(organizationId, actor),
    select: sql`${siteColumns}, ${siteRankColumns}`,
    from: sql`from sites t join organizations o on o.id = t."organizationId" ${siteTreeJoin}`,
    where: [
      sql`t."organizationId" = ${organizationId}`,
      siteVisible(actor),
      space === null ? null : sql`exists (${selectReadableSpaces(raw('t.id'))} and s.id = ${space})`,
      title === null || title === '' ? null : contains(raw('t.title'), title),
      published === null ? null : sql`t.published = ${published}`,
      types === null ? null : sql`t.type = any(${types}::text[])`,
    ],
    sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
    direction: 'desc',
  };
};

/** Whether the caller may read a site because of a space that it shows. */
export async function mayReadSpaceOf(
  reader: Sql,
  actor: Actor,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
): Promise<boolean> {
  if (!readsSitesOfSpaces(actor)) return false;
  const row = await reader.first<{ found: boolean }>(sql`
    ${accessTree(organizationId, actor)} select exists (${selectReadableSpaces(sql`${id}`)}) as found`);
  return row?.found ?? false;
}

/** The basenames among some that sites of an organization have. */
export async function listBasenames(
  reader: Sql,
  organizationId: string,
  basenames: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ id: string }>(sql`
    select wanted.id from ${wantedKeys(organizationId, basenames)}
    join sites t on t."organizationId" = wanted."group" and lower(t.basename) = wanted.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether another site of the organization has the basename. */
export async function isBasenameTaken(
  reader: Sql,
  organizationId: string,
  { id, basename }: { readonly id: string; readonly basename: string },
): Promise<boolean> {
  const other = await reader.first(sql`select id from sites
    where "organizationId" = ${organizationId} and lower(basename) = ${basename} and id <> ${id}`);
  return other !== null;
}

/** Increments the version of a site and recounts its site spaces, after a change of its parts. */
export const touchSite = (reader: Sql, id: string, now: Date): Promise<unknown> =>
  reader.rows(sql`update sites set version = version + 1, "updatedAt" = ${now.toISOString()}::timestamptz,
    "siteSpaces" = (select count(*) from site_spaces x where x."siteId" = ${id}) where id = ${id}`);

/** Sets the icon of a site to `{icon: {light, dark}}` or `{emoji}`; null removes it. */
export const setIcon = (reader: Sql, id: string, icon: object | null): Promise<unknown> =>
  reader.rows(sql`update sites set icon = ${icon === null ? null : JSON.stringify(icon)}::jsonb where id = ${id}`);
