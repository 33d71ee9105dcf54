import { sql, type Sql } from '../../../db/sql.ts';

/** Makes a section the default of a site. Clears the old default first, because a unique index allows only one. */
export async function setDefaultSection(reader: Sql, siteId: string, id: string): Promise<void> {
  await reader.rows(sql`update site_sections set "isDefault" = false
    where "siteId" = ${siteId} and "isDefault" and id <> ${id}`);
  await reader.rows(sql`update site_sections set "isDefault" = true where id = ${id} and not "isDefault"`);
}

/** Makes a site space the default of its section, or of a site without sections. */
export async function setDefaultSiteSpace(
  reader: Sql,
  { siteId, sectionId, id }: { readonly siteId: string; readonly sectionId: string | null; readonly id: string },
): Promise<void> {
  await reader.rows(sql`update site_spaces set "isDefault" = false
    where "siteId" = ${siteId} and "sectionId" is not distinct from ${sectionId}::text and "isDefault" and id <> ${id}`);
  await reader.rows(sql`update site_spaces set "isDefault" = true where id = ${id} and not "isDefault"`);
}

/** Moves all site spaces of a site without sections to a section. */
export const moveToSection = (reader: Sql, siteId: string, sectionId: string): Promise<unknown> =>
  reader.rows(sql`update site_spaces set "sectionId" = ${sectionId}
    where "siteId" = ${siteId} and "sectionId" is null`);

/** Moves sections into a group, or out of groups for null, each to its order key. */
export const placeSections = (
  reader: Sql,
  groupId: string | null,
  ids: readonly string[],
  positions: readonly string[],
): Promise<unknown> =>
  reader.rows(sql`update site_sections x set "groupId" = ${groupId}::text, position = keyed.position
    from unnest(${ids}::text[], ${positions}::text[]) keyed(id, position) where x.id = keyed.id`);
