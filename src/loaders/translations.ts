import type { GlossaryEntry, TranslatedSpace, TranslationSettings } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { isCurrent } from '../db/content/states.ts';
import { anyOf, raw, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

export type TranslationSettingsRow = Stored<TranslationSettings>;

/** Loads translation settings by id. */
export const translationSettingsLoader = (reader: Sql) =>
  byKey<TranslationSettingsRow>(
    reader,
    (ids) => sql`select * from translation_settings where id = ${anyOf(ids)}`,
    (row) => row.id,
  );

export type GlossaryEntryRow = Stored<GlossaryEntry>;

/** Loads entries of glossaries by id. */
export const glossaryEntryLoader = (reader: Sql) =>
  byKey<GlossaryEntryRow>(
    reader,
    (ids) => sql`select * from glossary_entries where id = ${anyOf(ids)}`,
    (row) => row.id,
  );

export type TranslatedSpaceRow = Stored<TranslatedSpace>;

/** Loads translated spaces by id. */
export const translatedSpaceLoader = (reader: Sql) =>
  byKey<TranslatedSpaceRow>(
    reader,
    (ids) => sql`select * from translated_spaces where id = ${anyOf(ids)}`,
    (row) => row.id,
  );

/** Loads the translation whose copy a space is, by the id of the space. */
export const translationBySpaceLoader = (reader: Sql) =>
  byKey<TranslatedSpaceRow>(
    reader,
    (ids) => sql`select * from translated_spaces where "spaceId" = ${anyOf(ids)}`,
    (row) => row.spaceId,
  );

/**
 * SQL expression for the text of a source entry `e` that is translated. The text of a computed page is generated, so only
 * title and description are translated.
 */
export const ownDocument = raw(`case when e.attributes ? 'computed' then null else e."documentId" end`);

/** SQL expression: the state of the translation of a source entry `e`, from its mark `p`. */
export const translationState = sql`case when p."pageId" is null then 'untranslated'
  when p."documentId" is distinct from ${ownDocument}
    or p.title <> e.title or p.description is distinct from e.attributes ->> 'description' then 'outdated'
  else 'translated' end`;

interface PageTranslationRow {
  readonly key: string;
  readonly state: 'untranslated' | 'translated' | 'outdated';
}

/**
 * Loads how pages of translated spaces stand to their sources, by `spaceId pageId`. A page without a mark whose text the
 * source never had was translated by hand.
 */
export const pageTranslationLoader = (reader: Sql) =>
  byKey<PageTranslationRow>(
    reader,
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      return sql`
        select w."spaceId" || ' ' || w."pageId" as key,
          case when p."pageId" is null and not exists (select from content_entries h
              where h.line = t."sourceId" and h."entryId" = c."entryId" and h."documentId" = c."documentId")
            then 'translated' else ${translationState} end as state
        from unnest(${pairs.map(([spaceId]) => spaceId)}::text[], ${pairs.map(([, id]) => id)}::text[]) w("spaceId", "pageId")
        join translated_spaces t on t."spaceId" = w."spaceId"
        join content_entries e on e.line = t."sourceId" and e."entryId" = w."pageId" and ${isCurrent}
        join content_entries c on c.line = w."spaceId" and c."entryId" = w."pageId"
          and c."toSeq" is null and not c.deleted
        left join translated_pages p on p."translatedSpaceId" = t.id and p."pageId" = w."pageId"`;
    },
    ({ key }) => key,
  );
