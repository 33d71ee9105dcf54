import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';
import { isNow, pathsNow } from './content-paths.ts';
import { byState, entryAt, pageColumns, pageIdAt, type ContentState, type PageWithPath } from './content.ts';

/** What an entry points at, and whether it is there in the state that is read. */
export interface LinkRow {
  readonly pageId: string;
  readonly source: string;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly url: string;
  /** As it was written; `status` says what it is now. */
  readonly kind: string;
  readonly status: string;
  /** What is there: a page, a file. */
  readonly foundId: string | null;
  readonly foundKind: string | null;
  /** Of a place in the application, as far as its address names them. */
  readonly spaceId: string | null;
  readonly targetId: string | null;
  readonly anchor: string | null;
  /** Where it stands among the links of its entry; orders as text. */
  readonly place: string;
}

/** The columns of a link that stay the same when its entry gets another state. */
export const linkRowColumns = (prefix: '' | 'l.'): Fragment =>
  raw(
    ['entryId', 'ordinal', 'source', 'startsAt', 'endsAt', 'url', 'kind', 'targetId', 'spaceId', 'anchor', 'path']
      .map((column) => `${prefix}"${column}"`)
      .join(', '),
  );

/** The links `l` of the entry `e`, in the state that it has. */
export const isOfEntry = raw('l.line = e.line and l."entryId" = e."entryId" and l."fromSeq" = e."fromSeq"');

/** What stands at the end of the link `l` in a state: one row at most. */
const foundAt = (state: ContentState) => sql`(
  select e."entryId" as id, e.kind from ${entryAt(state, raw('l."targetId"'))}
  where l.kind in ('page', 'file') and e.kind = l.kind
  union all
  select walked.id, 'page' from (${pageIdAt(state, raw("string_to_array(l.path, '/')"))}) walked
  where l.path is not null)`;

/** The links of entries `e` in a state they are part of, as an item of FROM named `link`, with the columns of LinkRow and `more`. */
export const linksAt = (state: ContentState, entries: Fragment, more = raw('')): Fragment => sql`(
  select l."entryId" as "pageId", l.source, l."startsAt", l."endsAt", l.url, l.kind, l."spaceId", l."targetId",
    l.anchor, to_char(l.ordinal, 'FM000000000') as place, found.id as "foundId", found.kind as "foundKind",
    case when l.kind = 'app' then 'in-app' when l.kind = 'url' or found.id is not null then 'ok' else 'broken' end
      as status${more}
  from ${entries}
  join content_links l on ${isOfEntry}
  left join lateral ${foundAt(state)} found on true) link`;

/** The links in the texts of pages, in order. */
export const linksLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const entries = sql`unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}`;
    const rows = await reader.rows<LinkRow>(
      sql`select link.* from ${linksAt(state, entries)} where link.source = 'text' order by link.place`,
    );
    const found = new Map<string, LinkRow[]>(ids.map((id) => [id, []]));
    for (const row of rows) found.get(row.pageId)?.push(row);
    return (id) => found.get(id) ?? [];
  });

/** What links lead to: an id and, of a page, the path by which it mends links that were broken. */
interface LinkTarget {
  readonly id: string;
  readonly path: string | null;
}

/** The entries of a state that link to another one of it, each once, as an item of FROM named `e`. */
export const linkedFrom = (state: ContentState, { id, path }: LinkTarget): Fragment => {
  const line = sql`l.line in (${state.line}, ${state.spaceId})`;
  return sql`(
    select l."entryId" as id from content_links l where ${line} and l."targetId" = ${id}
    union select l."entryId" from content_links l where ${line} and l.path = ${path}::text
  ) linking cross join lateral (
    select e.* from ${entryAt(state, raw('linking.id'))}
    where e."entryId" <> ${id} and exists (select from content_links l
      where ${isOfEntry}
        and (l.path = ${path}::text or l."targetId" = ${id} and (l.kind <> 'app' or l."spaceId" = ${state.spaceId})))
  ) e`;
};

/** Pages of the main content of spaces as it is now, by `spaceId id`: those of many spaces in one statement. */
export const mainPageLoader = (reader: Sql) =>
  byKey<PageWithPath & { readonly spaceId: string }>(
    reader,
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      return sql`
        with recursive ${pathsNow(sql`unnest(
          ${pairs.map(([spaceId]) => spaceId)}::text[], ${pairs.map(([, id]) => id)}::text[]) wanted("spaceId", "pageId")`)}
        select paths."spaceId", paths.path, ${pageColumns}
        from paths join content_entries e on e.line = paths."spaceId" and e."entryId" = paths.root and ${isNow}`;
    },
    ({ spaceId, id }) => `${spaceId} ${id}`,
  );
