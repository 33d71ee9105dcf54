import { raw, sql, type Fragment } from '../sql.ts';
import { pageIdByPath } from './pages.ts';
import { entryAt, isLinkShown, type ContentState } from './states.ts';

/** A link of an entry, with its target in the state that is read. */
export interface LinkRow {
  readonly pageId: string;
  readonly source: string;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly url: string;
  /** Kind of the target when the link was written; `status` tells whether the target still exists. */
  readonly kind: string;
  readonly status: string;
  /** Id and kind of the target page or file, if it exists. */
  readonly foundId: string | null;
  readonly foundKind: string | null;
  /** For a URL of the application: the ids of the space and of the resource in it, if the URL contains them. */
  readonly spaceId: string | null;
  readonly targetId: string | null;
  readonly anchor: string | null;
  /** Ordinal of the link in its entry, padded so that it sorts as text. */
  readonly place: string;
}

/** Columns to copy when the entry of a link is copied to another state or space. */
export const copiedLinkColumns = (prefix: '' | 'l.'): Fragment =>
  raw(
    ['entryId', 'ordinal', 'source', 'startsAt', 'endsAt', 'url', 'kind', 'targetId', 'spaceId', 'anchor', 'path']
      .map((column) => `${prefix}"${column}"`)
      .join(', '),
  );

/** SQL join condition: link `l` belongs to entry `e` in its state. */
export const isLinkOfEntry = raw('l.line = e.line and l."entryId" = e."entryId" and l."fromSeq" = e."fromSeq"');

/**
 * SQL condition: entry `e` has the anchor of link `l`. True when the anchors of its text are unknown. `:~:` starts a
 * text fragment, which browsers interpret.
 */
const hasAnchor = raw(`(l.anchor is null or e.kind <> 'page' or e.type <> 'document' or e.attributes ? 'computed'
  or l.anchor like ':~:%' or l.anchor = 'top'
  or (e."documentId" is not null and coalesce((select l.anchor = any(d.anchors) or lower(l.anchor) = any(d.anchors)
    from documents d where d.id = e."documentId"), true)))`);

/** FROM item: the target of link `l` in a state, at most one row. */
const targetAt = (state: ContentState) => sql`(
  select e."entryId" as id, e.kind, ${hasAnchor} as "hasAnchor" from ${entryAt(state, raw('l."targetId"'))}
  where l.kind in ('page', 'file') and e.kind = l.kind
  union all
  select e."entryId", 'page', ${hasAnchor}
  from (${pageIdByPath(state, raw("string_to_array(l.path, '/')"))}) walked
  cross join lateral ${entryAt(state, raw('walked.id'))}
  where l.path is not null)`;

/**
 * SQL condition: the organization of a space has the specification of link `l`, which may be given by its source URL.
 */
const hasSpec = ({ spaceId }: ContentState) => sql`exists (select from openapi_specs o join spaces s
  on s."organizationId" = o."organizationId" and s.id = ${spaceId}
  where o.slug = l."targetId" or (l.source = 'text' and o."sourceUrl" = l."targetId"))`;

/**
 * FROM item `link`: the links of entries `e` in a state, looked up by entry (`offset 0`): the planner takes the keys of an entry in a
 * state for rarer than they are, and would read all links of all spaces. With the columns of `LinkRow` and `more`. */
export const linksAt = (state: ContentState, entries: Fragment, more = raw('')): Fragment => sql`(
  select l."entryId" as "pageId", l.source, l."startsAt", l."endsAt", l.url, l.kind, l."spaceId", l."targetId",
    l.anchor, to_char(l.ordinal, 'FM000000000') as place, found.id as "foundId", found.kind as "foundKind",
    case when l.kind = 'app' then 'in-app' when l.kind = 'url' or found."hasAnchor" then 'ok'
      when l.kind = 'openapi' and ${hasSpec(state)} then 'ok' else 'broken' end as status${more}
  from ${entries}
  cross join lateral (select l.* from content_links l where ${isLinkOfEntry} offset 0) l
  left join lateral ${targetAt(state)} found on true where true${isLinkShown(state)}) link`;
