import { linksAt } from '../../../db/content/links.ts';
import { entriesAt, type ContentState } from '../../../db/content/states.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { RedirectLine } from '../../../text/imports/formats/exported/format.ts';
import { insertRows } from '../../authoring/content/queries/insert-rows.ts';

/** Notes the files of the repository of a space: inserts, changes and deletes those that differ. */
export async function replaceGitFiles(reader: Sql, spaceId: string, files: readonly NotedFile[]): Promise<void> {
  await reader.rows(sql`
    delete from git_files f where "spaceId" = ${spaceId} and not exists (
      select from unnest(${files.map(({ path }) => path)}::text[]) as present(path) where present.path = f.path)`);
  await putGitFiles(reader, spaceId, files);
}

interface NotedFile {
  readonly path: string;
  readonly oid: string;
  readonly mode: string;
}

/** Notes some files of the repository of a space. */
export const putGitFiles = (reader: Sql, spaceId: string, files: readonly NotedFile[]): Promise<void> =>
  insertRows(
    reader,
    'git_files',
    files.map(({ path, oid, mode }) => ({ spaceId, path, oid, mode })),
    {
      onConflict: sql`on conflict ("spaceId", path) do update set oid = excluded.oid, mode = excluded.mode
        where (git_files.oid, git_files.mode) is distinct from (excluded.oid, excluded.mode)`,
    },
  );

/** Lists the ids of entries whose texts have links to one of these entries. */
export async function listLinkingEntries(reader: Sql, state: ContentState, ids: readonly string[]): Promise<string[]> {
  const texts = entriesAt(state, { where: raw("e.kind in ('page', 'reusable-content')") });
  const rows = await reader.rows<{ id: string }>(sql`
    select distinct link."pageId" as id from ${linksAt(state, texts)}
    where link.source = 'text' and link."foundId" = any(${ids}::text[]) order by 1`);
  return rows.map(({ id }) => id);
}

/** Lists the former paths that pages of a space have got since a time. */
export const listRedirectsSince = (reader: Sql, spaceId: string, since: Date): Promise<RedirectLine[]> =>
  reader.rows<RedirectLine>(sql`
    select "parentId" as parent, slug, "pageId" as page from page_redirects
    where "spaceId" = ${spaceId} and "createdAt" > ${since.toISOString()}::timestamptz order by "parentId", slug`);

/** Whether a space notes files with pages of its repository, but not what they have become. */
export async function hasLostSources(
  reader: Sql,
  { spaceId, importId }: Record<'spaceId' | 'importId', string>,
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 where not exists (select from imported_sources s where s."spaceId" = ${spaceId} and s."importId" = ${importId})
      and exists (select from git_files f where f."spaceId" = ${spaceId}
        and f.path ~* '\.(md|mdx|markdown|x?html?)$' and f.path !~* '(^|/)summary\.md$')`);
  return row !== null;
}
