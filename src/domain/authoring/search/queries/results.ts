import type { Position } from '../../../../db/keyset.ts';
import { raw, sql } from '../../../../db/sql.ts';
import { currentPaths } from '../../../../db/content/pages.ts';
import { maxSectionsPerPage } from '../fields.ts';
import { isCurrent } from '../../../../db/content/states.ts';
import type { SearchView, TsQueries } from '../ts-queries.ts';
import { locatedTable, rowKey, sectionsTable, textOfEntry } from './tables.ts';

/** A matching section. */
export interface FoundSectionRow {
  readonly anchor: string | null;
  readonly title: string;
  readonly text: string;
}

/** A matching page. */
export interface FoundPageRow {
  readonly spaceId: string;
  readonly pageId: string;
  readonly score: number;
  readonly title: string;
  /** Slugs from the top, joined by slashes. */
  readonly path: string;
  /** Best first. */
  readonly sections: readonly FoundSectionRow[];
}

/**
 * A page of a list: the position after which it starts, null for an end of the list, its size, and whether it is read
 * toward the start of the list.
 */
export interface PageWindow {
  readonly after: Position | null;
  readonly first: number;
  readonly backward: boolean;
}

/** Number of characters of a section that are searched for an excerpt. */
const maxSectionText = 4_000;

/**
 * Adds title, path and sections to the pages of table `page` (spaceId, pageId, score). Paths are looked up by key,
 * because a join would be planned for one row and compute all paths again for each page.
 */
export const withPageDetails = ({ sections, view }: TsQueries) => sql`${currentPaths(raw('page wanted'))},
  located as materialized (select jsonb_object_agg("spaceId" || ' ' || root, path) as paths from paths),
  asked as materialized (select word::tsquery as word from unnest(${sections}::text[]) given(word))
  select page.*, ${nameAndPath(view)}, coalesce(sections.found, '[]') as sections
  from page
  ${entriesOfPages(view)}
  left join lateral (
    select json_agg(json_build_object('anchor', s.anchor, 'title', s.title, 'text',
      case when octet_length(s.text) <= ${maxSectionText}::int then s.text else left(s.text, ${maxSectionText}::int) end)) as found from (
      select s.anchor, s.title, s.text from ${sectionsTable(view)} s
      cross join lateral (
        select count(*) as words, sum(ts_rank(s.words, asked.word)) as rank from asked where s.words @@ asked.word
      ) fit
      where s."documentId" = ${textOfEntry(view)} and fit.words > 0
      order by fit.words desc, fit.rank desc, s.ordinal limit ${maxSectionsPerPage}::int
    ) s
  ) sections on true
  ${view === undefined ? raw('') : raw('where e."entryId" is not null or seen.key is not null')}
  order by page.score desc, page."pageId" desc`;

const ownEntry = sql`content_entries e on e.line = page."spaceId" and e."entryId" = page."pageId" and ${isCurrent}`;
const ownPath = sql`(select paths from located) ->> (${rowKey})`;

/** FROM items for the entries of the pages. A view may show pages that the present content does not have. */
const entriesOfPages = (view: SearchView | undefined) =>
  view === undefined
    ? sql`join ${ownEntry}`
    : sql`left join ${ownEntry} left join ${locatedTable(view)} on seen.key = ${rowKey}`;

const nameAndPath = (view: SearchView | undefined) =>
  view === undefined
    ? sql`e.title, ${ownPath} as path`
    : sql`coalesce(seen.title, e.title) as title, coalesce(seen.path, ${ownPath}) as path`;

/** Keyset order of table `found` by `score`; `id` is the column that breaks ties. */
export const byScore = (id: string, { backward }: PageWindow) =>
  ({
    sort: { by: 'found.score', type: 'int', id, columns: ['score', id] },
    direction: backward ? 'asc' : 'desc',
  }) as const;
