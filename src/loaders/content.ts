import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../access/actor.ts';
import { fileColumns, type FileRow } from '../db/content/files.ts';
import { pageColumns, pagesById, type PageRow, type PageWithPath } from '../db/content/pages.ts';
import {
  childrenAt,
  entriesAt,
  entriesById,
  entryAt,
  isFile,
  type ContentState,
  type RevisionRow,
} from '../db/content/states.ts';
import { anyOf, raw, sql, type Sql } from '../db/sql.ts';
import { byKey, keptByKey } from './batch.ts';
import { byState } from './by-state.ts';
import { advancedTree, readTree } from './kept-trees.ts';

export function revisionLoader(reader: Sql, actor: Actor) {
  const query = (ids: readonly string[]) => sql`select r.* from revisions r where r.id = ${anyOf(ids)}`;
  return actor.visitor
    ? keptByKey<RevisionRow>(keptRevisions, reader, query, ({ id }) => id)
    : byKey<RevisionRow>(reader, query, ({ id }) => id);
}

/** Revisions and texts that visitors read. They never change, and a published one is read often. */
const keptRevisions = new LRUCache<string, RevisionRow>({ max: 5_000 });
const keptTexts = new LRUCache<string, StoredTextRow>({
  maxSize: 16_777_216,
  sizeCalculation: ({ markdown }) => markdown.length + 100,
});

interface StoredTextRow {
  readonly id: string;
  readonly markdown: string;
}

/** Stored texts of pages and reusable contents, by their id in the table `documents`. */
export function storedTextLoader(reader: Sql, actor: Actor) {
  const query = (ids: readonly string[]) => sql`select d.id, d.markdown from documents d where d.id = ${anyOf(ids)}`;
  return actor.visitor
    ? keptByKey<StoredTextRow>(keptTexts, reader, query, ({ id }) => id)
    : byKey<StoredTextRow>(reader, query, ({ id }) => id);
}

/** All pages of a state, siblings in order. Those of main content that visitors read are kept. */
export function treeLoader(reader: Sql, actor: Actor) {
  const read = (state: ContentState) =>
    actor.visitor && state.baseSeq === null ? advancedTree(reader, state) : readTree(reader, state);
  return new DataLoader<ContentState, readonly PageRow[], string>((states) => Promise.all(states.map(read)), {
    cacheKeyFn: ({ id }) => id,
  });
}

/** All files of a state, by name. */
export const filesLoader = (reader: Sql) =>
  new DataLoader<ContentState, FileRow[], string>(
    (states) => Promise.all(states.map((state) => reader.rows<FileRow>(filesAt(state)))),
    { cacheKeyFn: ({ id }) => id },
  );

const filesAt = (state: ContentState) => sql`select ${fileColumns}
  from ${entriesAt(state, { where: isFile })} join blobs b on b.hash = e."blobHash"
  order by e.title collate "C", e."entryId"`;

/** Pages of a state with their paths, by id. */
export const pageLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<PageWithPath>(pagesById(state, ids));
    const found = new Map(rows.map((row) => [row.id, row]));
    return (id) => found.get(id) ?? null;
  });

/** Files of a state, by id. */
export const fileLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<FileRow>(filesById(state, ids));
    const found = new Map(rows.map((row) => [row.id, row]));
    return (id) => found.get(id) ?? null;
  });

const filesById = (state: ContentState, ids: readonly string[]) => sql`select ${fileColumns}
  from ${entriesById(state, ids)}
  join blobs b on b.hash = e."blobHash" where e.kind = 'file'`;

/** All pages below a page, siblings in order. */
export const pagesBelowLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<PageRow & { readonly root: string }>(pagesBelow(state, ids));
    return (id) => rows.filter(({ root }) => root === id) as PageRow[];
  });

const pagesBelow = (state: ContentState, ids: readonly string[]) => sql`
  with recursive below(root, id) as (
    select wanted.id, e."entryId" from unnest(${ids}::text[]) wanted(id)
    cross join lateral ${childrenAt(state, raw('wanted.id'))}
    union
    select below.root, e."entryId"
    from below cross join lateral ${childrenAt(state, raw('below.id'))}
  )
  select below.root, ${pageColumns} from below cross join lateral ${entryAt(state, raw('below.id'))}
  order by e.position, e."entryId"`;

/** Attributes of entries as stored, by id. */
export const attributesLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<{ id: string; attributes: Readonly<Record<string, unknown>> }>(sql`
      select wanted.id, e.attributes
      from ${entriesById(state, ids)}`);
    const found = new Map(rows.map(({ id, attributes }) => [id, attributes]));
    return (id) => found.get(id) ?? null;
  });
