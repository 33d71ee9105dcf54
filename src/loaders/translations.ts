import type { GlossaryEntry, TranslatedSpace, TranslationSettings } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
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
