import DataLoader from 'dataloader';
import type { Revision } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

export type RevisionRow = Stored<Revision>;

/** One state of content: a revision of a line, and off the main line the main revision it lies on. */
export type ContentState = Pick<RevisionRow, 'id' | 'spaceId' | 'line' | 'seq' | 'baseSeq'>;

/** The main revision that a state is, or lies on. */
export function mainBelow({ spaceId, seq, baseSeq }: Omit<ContentState, 'id' | 'line'>): ContentState {
  const mainSeq = baseSeq ?? seq;
  return { id: `${spaceId} ${mainSeq}`, spaceId, line: spaceId, seq: mainSeq, baseSeq: null };
}

/** A page as stored; `attributes` as in domain/content/attributes.ts. */
export interface PageRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly title: string;
  readonly slug: string | null;
  readonly documentId: string | null;
  readonly attributes: unknown;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A page on its own, with the slugs of its ancestors. */
export type PageWithPath = PageRow & { readonly path: string };

/** A file as stored, with what is known of its bytes. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly blobHash: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** Deeper trees are not walked: nothing that is written is this deep. */
export const maxDepth = 500;

export const pageColumns = raw(`e."entryId" as id, e."parentId", e.type, e.title, e.slug, e."documentId", e.attributes,
  e."createdAt", e."updatedAt"`);

export const fileColumns = raw(`e."entryId" as id, e.title as name, e.type as "contentType", e."blobHash",
  b."sizeBytes", b.width, b.height`);

const stillAt = (alias: 'e' | 'o', seq: number | Fragment) =>
  sql`(${raw(alias)}."toSeq" is null or ${raw(alias)}."toSeq" > ${seq}::int)`;

/**
 * Of a line, what a revision of it still had and a later one has not. The expression has an index of its own: one that
 * began with the line would be taken for looking up an entry as well, wherever statistics are missing.
 */
export const endedAfter = (line: string, seq: number): Fragment =>
  sql`(line || ' ended') = ${`${line} ended`}::text and "toSeq" > ${seq}::int`;

/** Which entries of a state. */
interface Part {
  /** A condition on `e`. */
  readonly where: Fragment;
  /** Only those right under this id, or at the top for SQL's null. */
  readonly under?: Fragment;
}

/** A line and a parent in it as one text: the start of the index of places, and of no other. */
const placeOf = (line: Fragment, parentId: Fragment) => sql`(${line} || ' ' || coalesce(${parentId}, ''))`;

/**
 * What is true still and what has ended since, apart: each has its index, and no planner finds both behind an `or`.
 * Without statistics, as after a large import, every index looks alike: a place can be looked up in one alone.
 */
const trueAt = (line: string, seq: number, { where, under }: Part) => {
  const isLine = sql`e.line = ${line}`;
  const isPlace = under && sql`${placeOf(raw('e.line'), raw('e."parentId"'))} = ${placeOf(sql`${line}::text`, under)}`;
  const isUnder = under ? sql`${isLine} and e."parentId" is not distinct from ${under}` : isLine;
  return sql`
    select e.* from content_entries e
    where ${isPlace ?? isLine} and e."toSeq" is null and not e.deleted and e."fromSeq" <= ${seq}::int and ${where}
    union all
    select e.* from content_entries e
    where ${isUnder} and ${endedAfter(line, seq)} and not e.deleted and e."fromSeq" <= ${seq}::int and ${where}`;
};

/** Entries of a state, as an item of FROM named `e`. */
export function entriesAt({ line, seq, baseSeq, spaceId }: ContentState, part: Part): Fragment {
  // The offset keeps the planner from joining the whole space before it looks at the part.
  if (baseSeq === null) return sql`(${trueAt(line, seq, part)} offset 0) e`;
  const where = sql`${part.where} and not exists (select from content_entries o
    where o.line = ${line} and o."entryId" = e."entryId" and o."fromSeq" <= ${seq}::int and ${stillAt('o', seq)})`;
  return sql`(${trueAt(line, seq, part)} union all ${trueAt(spaceId, baseSeq, { ...part, where })} offset 0) e`;
}

/** The pages right under a page, or at the top for SQL's null, as an item of FROM named `e`. */
export const childrenAt = (state: ContentState, parentId: Fragment) =>
  entriesAt(state, { under: parentId, where: isPage });

export const isPage = raw("e.kind = 'page'");

/** A state by its values, or by the SQL of them. */
type AnyState = {
  readonly [Key in 'line' | 'seq' | 'baseSeq' | 'spaceId']: ContentState[Key] | Fragment;
};

/** The entry of one id in a state, as an item of FROM named `e`: a look into the key, however long the history. */
export function entryAt({ line, seq, baseSeq, spaceId }: AnyState, id: Fragment): Fragment {
  const newest = (of: string | Fragment, at: number | Fragment) => sql`select e.* from (
    select e.* from content_entries e where e.line = ${of} and e."entryId" = ${id} and e."fromSeq" <= ${at}::int
    order by e."fromSeq" desc limit 1) e where ${stillAt('e', at)}`;
  if (baseSeq === null) return sql`(${newest(line, seq)}) e`;
  return sql`(with own as (${newest(line, seq)})
    select * from own where not own.deleted
    union all
    select * from (${newest(spaceId, baseSeq)}) e where not exists (select from own)) e`;
}

const treeAt = (state: ContentState) => sql`select ${pageColumns}
  from ${entriesAt(state, { where: isPage })} order by e.position, e."entryId"`;

/** Where a page stands in the tree. */
export interface PlaceRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly position: string;
}

export const placesAt = (state: ContentState) => sql`
  select e."entryId" as id, e."parentId", e.position from ${entriesAt(state, { where: isPage })}`;

const filesAt = (state: ContentState) => sql`select ${fileColumns}
  from ${entriesAt(state, { where: raw("e.kind = 'file'") })} join blobs b on b.hash = e."blobHash"
  order by e.title collate "C", e."entryId"`;

/** Pages with their paths, by id. */
export const pagesById = (state: ContentState, ids: readonly string[]) => sql`
  with recursive chain(root, depth, "parentId", slug) as (
    select e."entryId", 0, e."parentId", e.slug
    from unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}
    union all
    select chain.root, chain.depth + 1, e."parentId", e.slug
    from chain cross join lateral ${entryAt(state, raw('chain."parentId"'))}
    where chain.depth < ${maxDepth}::int
  ), paths as (select root, string_agg(slug, '/' order by depth desc) as path from chain group by root)
  select ${pageColumns}, paths.path from paths cross join lateral ${entryAt(state, raw('paths.root'))}
  where e.kind = 'page'`;

const filesById = (state: ContentState, ids: readonly string[]) => sql`select ${fileColumns}
  from unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}
  join blobs b on b.hash = e."blobHash" where e.kind = 'file'`;

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

/** A page of a slug under a parent; the expression is that of the index of places. */
export const childOfSlug = (state: ContentState, parentId: Fragment, slug: Fragment) =>
  entriesAt(state, {
    under: parentId,
    where: sql`coalesce(e.slug, e."entryId") = ${slug} and e.slug is not null and ${isPage}`,
  });

/** The id of the page that slugs lead to, walked from the top; `slugs` is the SQL of a text array. */
export const pageIdAt = (state: ContentState, slugs: Fragment) => sql`
  with recursive given as materialized (select ${slugs} as slugs
  ), walk(depth, id) as (
    select 1, e."entryId" from ${childOfSlug(state, raw('null::text'), raw('(select slugs[1] from given)'))}
    union all
    select walk.depth + 1, e."entryId" from walk
    cross join lateral ${childOfSlug(state, raw('walk.id'), raw('(select slugs from given)[walk.depth + 1]'))}
  )
  select id from walk where depth = (select cardinality(slugs) from given)`;

export const revisionLoader = (reader: Sql) =>
  byKey<RevisionRow>(
    reader,
    (ids) => sql`select r.* from revisions r where r.id = any(${ids}::text[])`,
    (revision) => revision.id,
  );

/** Texts by document id. */
export const documentLoader = (reader: Sql) =>
  byKey<{ readonly id: string; readonly markdown: string }>(
    reader,
    (ids) => sql`select d.id, d.markdown from documents d where d.id = any(${ids}::text[])`,
    (document) => document.id,
  );

/** All pages of a state, siblings in order. */
export const treeLoader = (reader: Sql) =>
  new DataLoader<ContentState, PageRow[], string>(
    (states) => Promise.all(states.map((state) => reader.rows<PageRow>(treeAt(state)))),
    { cacheKeyFn: ({ id }) => id },
  );

/** All files of a state, by name. */
export const filesLoader = (reader: Sql) =>
  new DataLoader<ContentState, FileRow[], string>(
    (states) => Promise.all(states.map((state) => reader.rows<FileRow>(filesAt(state)))),
    { cacheKeyFn: ({ id }) => id },
  );

/** Something of a state, by id. */
export interface EntryKey {
  readonly state: ContentState;
  readonly id: string;
}

export const pageLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<PageWithPath>(pagesById(state, ids));
    const found = new Map(rows.map((row) => [row.id, row]));
    return (id) => found.get(id) ?? null;
  });

export const fileLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<FileRow>(filesById(state, ids));
    const found = new Map(rows.map((row) => [row.id, row]));
    return (id) => found.get(id) ?? null;
  });

/** All pages below a page, siblings in order. */
export const pagesBelowLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<PageRow & { readonly root: string }>(pagesBelow(state, ids));
    return (id) => rows.filter(({ root }) => root === id) as PageRow[];
  });

const maxKeys = 1_000;

/** A loader of things in states: one statement per state, however many things. */
export function byState<Value>(load: (state: ContentState, ids: readonly string[]) => Promise<(id: string) => Value>) {
  return new DataLoader<EntryKey, Value, string>(
    async (keys) => {
      const states = new Map(keys.map(({ state }) => [state.id, state]));
      const found = new Map<string, (id: string) => Value>();
      await Promise.all(
        [...states.values()].map(async (state) => {
          const ids = keys.filter((key) => key.state.id === state.id).map(({ id }) => id);
          found.set(state.id, await load(state, ids));
        }),
      );
      return keys.map(({ state, id }) => found.get(state.id)?.(id) as Value);
    },
    { cacheKeyFn: ({ state, id }) => `${state.id} ${id}`, maxBatchSize: maxKeys },
  );
}
