import type { Actor } from '../../../../access/actor.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from '../../../../access/queries/visible-resources.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';

/** Keyset list of `TranslationSettingsRow` of an organization, newest first. */
export const translationSettingsList = (organizationId: string): KeysetList => ({
  name: 'translation-settings',
  filters: [organizationId],
  select: raw('t.*'),
  from: raw('from translation_settings t'),
  where: [sql`t."organizationId" = ${organizationId}`],
  sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
  direction: 'desc',
});

/** Keyset list of `GlossaryEntryRow` of an organization, newest first. */
export const glossaryList = (organizationId: string): KeysetList => ({
  name: 'glossary',
  filters: [organizationId],
  select: raw('g.*'),
  from: raw('from glossary_entries g'),
  where: [sql`g."organizationId" = ${organizationId}`],
  sort: { by: 'g."createdAt"', type: 'timestamptz', id: 'g.id' },
  direction: 'desc',
});

export const countGlossary = async (reader: Sql, organizationId: string): Promise<number> =>
  (
    await reader.first<{ count: number }>(
      sql`select count(*)::int as count from glossary_entries where "organizationId" = ${organizationId}`,
    )
  )?.count ?? 0;

/** Replaces the terms of entries. */
export const updateGlossaryTerms = (
  reader: Sql,
  entries: readonly (readonly [id: string, terms: unknown])[],
  now: Date,
): Promise<unknown> =>
  reader.rows(sql`
    update glossary_entries g set translations = given.terms::jsonb, "updatedAt" = ${now.toISOString()}::timestamptz
    from unnest(${entries.map(([id]) => id)}::text[], ${entries.map(([, terms]) => JSON.stringify(terms))}::text[])
      given(id, terms)
    where g.id = given.id`);

/** Lists the entries of a glossary with a term in both languages, longest terms first. */
export const listGlossaryTerms = (
  reader: Sql,
  organizationId: string,
  { from, to }: { readonly from: string; readonly to: string },
) =>
  reader.rows<{ term: string; translation: string }>(sql`
    select translations ->> ${from} as term, translations ->> ${to} as translation from glossary_entries
    where "organizationId" = ${organizationId} and translations ?& ${[from, to]}::text[]
    order by length(translations ->> ${from}) desc, id`);

/** Keyset list of translated spaces of translation settings whose source the caller may read, newest first. */
export const translatedSpacesList = (
  actor: Actor,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
): KeysetList => ({
  name: 'translated-spaces',
  filters: [id],
  with: accessTree(organizationId, actor),
  select: raw('t.*'),
  from: sql`from translated_spaces t
    join spaces s on s.id = t."sourceId" and s."deletedAt" is null
    join spaces copy on copy.id = t."spaceId" and copy."deletedAt" is null
    ${spaceTreeJoin}`,
  where: [sql`t."settingsId" = ${id}`, spaceVisible],
  sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
  direction: 'desc',
});
