import { isLinkOfEntry } from '../../../../db/content/links.ts';
import { pageIdByPath, pagesById, type PageWithPath } from '../../../../db/content/pages.ts';
import { entriesAt, entriesById, entryAt, type ContentState } from '../../../../db/content/states.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
import type { LinkState } from '../../../../text/content/changes.ts';

type FormerTarget = Pick<LinkState, 'kind' | 'targetId' | 'anchor'> & {
  readonly entryId: string;
  readonly url: string;
};

/**
 * Lists pages and files that entries of one state link to and that still exist in another state: for each URL of an
 * entry the target of its first link.
 */
export const listFormerTargets = (
  reader: Sql,
  { before, after }: { readonly before: ContentState; readonly after: ContentState },
  entryIds: readonly string[],
) =>
  reader.rows<FormerTarget>(sql`
    select distinct on (l."entryId", l.url) l."entryId", l.url, l.kind, l."targetId", l.anchor
    from ${entriesById(before, entryIds)}
    join content_links l on ${isLinkOfEntry}
    where l.source = 'text' and l.kind in ('page', 'file')
      and exists (select from ${entryAt(after, raw('l."targetId"'))} where e.kind = l.kind)
    order by l."entryId", l.url, l.ordinal`);

/** Maps page ids to paths. */
export async function listPathsById(reader: Sql, state: ContentState, ids: readonly string[]) {
  const rows = await reader.rows<PageWithPath>(pagesById(state, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/**
 * Number of paths up to which each is resolved on its own. For more, as after an import, one statement reads all pages.
 */
const maxWalks = 50;

/** Maps paths to page ids. */
export async function listPageIdsByPath(reader: Sql, state: ContentState, paths: ReadonlySet<string>) {
  if (paths.size === 0) return new Map<string, string>();
  if (paths.size > maxWalks) return pageIdsBySlugs(reader, state, paths);
  const rows = await reader.rows<{ path: string; id: string }>(sql`
    select wanted.path, found.id from unnest(${[...paths]}::text[]) wanted(path)
    cross join lateral (${pageIdByPath(state, raw("string_to_array(wanted.path, '/')"))}) found`);
  return new Map(rows.map(({ path, id }) => [path, id]));
}

async function pageIdsBySlugs(reader: Sql, state: ContentState, paths: ReadonlySet<string>) {
  const slugs = [...new Set([...paths].flatMap((path) => path.split('/')))];
  const where = sql`e.kind = 'page' and e.slug = any(${slugs}::text[])`;
  const rows = await reader.rows<{ id: string; parentId: string | null; slug: string }>(
    sql`select e."entryId" as id, e."parentId", e.slug from ${entriesAt(state, { where })}`,
  );
  const idOf = new Map(rows.map(({ id, parentId, slug }) => [`${parentId ?? ''}/${slug}`, id]));
  const found = new Map<string, string>();
  for (const path of paths) {
    const id = path
      .split('/')
      .reduce<string | undefined>((at, slug) => (at === undefined ? at : idOf.get(`${at}/${slug}`)), '');
    if (id) found.set(path, id);
  }
  return found;
}

/** Maps file names to ids. Among files of the same name, the lowest id wins. */
export async function listFileIdsByName(reader: Sql, state: ContentState, names: ReadonlySet<string>) {
  if (names.size === 0) return new Map<string, string>();
  const where = sql`e.kind = 'file' and e.title = any(${[...names]}::text[])`;
  const rows = await reader.rows<{ id: string; title: string }>(sql`
    select e."entryId" as id, e.title from ${entriesAt(state, { where })} order by e."entryId" desc`);
  return new Map(rows.map(({ id, title }) => [title, id]));
}
