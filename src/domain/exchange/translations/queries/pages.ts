import { entriesAt, entryColumns, isCurrent, type ContentState } from '../../../../db/content/states.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import { ownDocument, translationState } from '../../../../loaders/translations.ts';
import type { PageTranslationState } from '../fields.ts';

/** A source page or reusable content, with the mark of its translation. */
export interface PageTranslationRow {
  readonly id: string;
  readonly kind: 'page' | 'reusable-content';
  readonly title: string;
  readonly state: PageTranslationState;
  readonly translatedFrom: string | null;
  readonly translatedAt: string | null;
}

/** SQL condition: the entry is translated. Applies to pages and reusable contents, except generated pages. */
const isTranslated = raw(`e.kind in ('page', 'reusable-content') and not e.attributes ? 'generatedBy'`);

const translatable = (
  source: ContentState,
  translatedSpaceId: string,
) => sql`from ${entriesAt(source, { where: isTranslated })}
  left join translated_pages p on p."translatedSpaceId" = ${translatedSpaceId} and p."pageId" = e."entryId"`;

/** Keyset list of source pages by title, with the state of their translation. `wanted` null does not filter. */
export const pageTranslationsList = (
  source: ContentState,
  translatedSpaceId: string,
  wanted: PageTranslationState | null,
): KeysetList => ({
  name: 'page-translations',
  filters: [translatedSpaceId, wanted],
  select: sql`e."entryId" as id, e.kind, e.title, ${translationState} as state, p."revisionId" as "translatedFrom", p."translatedAt"`,
  from: translatable(source, translatedSpaceId),
  where: [wanted === null ? null : sql`${translationState} = ${wanted}`],
  sort: { by: 'e.title collate "C"', type: 'text', id: 'e."entryId"' },
  direction: 'asc',
});

interface Selection {
  /** Null selects all. */
  readonly pageIds: readonly string[] | null;
  readonly states: readonly PageTranslationState[];
  /** Id of the last page that was read. */
  readonly after: string;
  readonly limit: number;
}

/** A page with its translated fields. */
export interface SourcePage {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly documentId: string | null;
}

/** Lists source pages to translate, by id. */
export const listSourcePages = (
  reader: Sql,
  source: ContentState,
  translatedSpaceId: string,
  { pageIds, states, after, limit }: Selection,
): Promise<SourcePage[]> =>
  reader.rows<SourcePage>(sql`
    select e."entryId" as id, e.title, e.attributes ->> 'description' as description, ${ownDocument} as "documentId"
    ${translatable(source, translatedSpaceId)}
    where e."entryId" > ${after} and ${translationState} = any(${states}::text[])
      and (${pageIds === null} or e."entryId" = any(${pageIds ?? []}::text[]))
    order by e."entryId" limit ${limit}::int`);

/** An entry that differs between a source and its copy. */
export interface DifferingEntry {
  readonly id: string;
  readonly source: EntryState | null;
  readonly copy: EntryState | null;
  /** Whether the source has ever contained the entry. */
  readonly wasInSource: boolean;
  /** Whether title and text of the copy are unchanged from a revision of the source. */
  readonly isMirrored: boolean;
}

const asEntry = (alias: string) => raw(`case when ${alias}.id is null then null else to_jsonb(${alias}) end`);

/**
 * Lists the entries that differ between the current states of a source and its copy, without generated pages. Includes
 * all translated entries.
 */
export const listDiffering = (reader: Sql, sourceId: string, copyId: string): Promise<DifferingEntry[]> =>
  reader.rows<DifferingEntry>(sql`
    with source as (
      select ${entryColumns} from content_entries e
      where e.line = ${sourceId} and ${isCurrent} and not e.attributes ? 'generatedBy'
    ), copy as (
      select ${entryColumns} from content_entries e
      where e.line = ${copyId} and ${isCurrent} and not e.attributes ? 'generatedBy'
    )
    select coalesce(source.id, copy.id) as id, ${asEntry('source')} as source, ${asEntry('copy')} as copy,
      exists (select from content_entries h where h.line = ${sourceId} and h."entryId" = coalesce(source.id, copy.id))
        as "wasInSource",
      exists (select from content_entries h where h.line = ${sourceId} and h."entryId" = copy.id
        and h."documentId" is not distinct from copy."documentId" and h.title = copy.title) as "isMirrored"
    from source full join copy on source.id = copy.id
    where source is distinct from copy`);

export interface TranslationMark {
  readonly pageId: string;
  readonly revisionId: string;
  readonly seq: number;
  readonly documentId: string | null;
  readonly title: string;
  readonly description: string | null;
}

/**
 * Stores marks of translated pages, unless a later revision is recorded. Touches the translation, whose version is in the stamps
 * of sites.
 */
export const upsertMarks = (
  reader: Sql,
  translatedSpaceId: string,
  marks: readonly TranslationMark[],
  now: Date,
): Promise<unknown> =>
  reader.rows(sql`
    with touched as (
      update translated_spaces set "updatedAt" = ${now.toISOString()}::timestamptz where id = ${translatedSpaceId}
    )
    insert into translated_pages
      ("translatedSpaceId", "pageId", "revisionId", seq, "documentId", title, description, "translatedAt")
    select ${translatedSpaceId}, given.*, ${now.toISOString()}::timestamptz
    from unnest(${marks.map((one) => one.pageId)}::text[], ${marks.map((one) => one.revisionId)}::text[],
      ${marks.map((one) => one.seq)}::int[], ${marks.map((one) => one.documentId)}::text[],
      ${marks.map((one) => one.title)}::text[], ${marks.map((one) => one.description)}::text[]) given
    on conflict ("translatedSpaceId", "pageId") do update set "revisionId" = excluded."revisionId", seq = excluded.seq,
      "documentId" = excluded."documentId", title = excluded.title, description = excluded.description,
      "translatedAt" = excluded."translatedAt"
    where translated_pages.seq <= excluded.seq`);

/** Lists the marks of translated pages, with the `seq` of their source revision. */
export const listMarks = (reader: Sql, translatedSpaceId: string, pageIds: readonly string[]) =>
  reader.rows<{ pageId: string; seq: number }>(sql`
    select "pageId", seq from translated_pages
    where "translatedSpaceId" = ${translatedSpaceId} and "pageId" = any(${pageIds}::text[])`);

/** Lists translations of segments by hash. */
export const listSegments = (reader: Sql, translatedSpaceId: string, digests: readonly string[]) =>
  reader.rows<{ digest: string; target: string }>(sql`
    select digest, target from translation_segments
    where "translatedSpaceId" = ${translatedSpaceId} and digest = any(${digests}::text[])`);

/** Stores translations of segments. The last translation of a segment wins. */
export const upsertSegments = (
  reader: Sql,
  translatedSpaceId: string,
  segments: ReadonlyMap<string, string>,
  now: Date,
): Promise<unknown> =>
  reader.rows(sql`
    insert into translation_segments ("translatedSpaceId", digest, target, "updatedAt")
    select ${translatedSpaceId}, given.digest, given.target, ${now.toISOString()}::timestamptz
    from unnest(${[...segments.keys()]}::text[], ${[...segments.values()]}::text[]) given(digest, target)
    on conflict ("translatedSpaceId", digest) do update set target = excluded.target, "updatedAt" = excluded."updatedAt"`);
