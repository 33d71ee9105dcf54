import DataLoader from 'dataloader';
import { raw, sql, type Sql } from '../db/sql.ts';
import { currentEntry, entryAt, maxWalkDepth, stateOfRow } from '../db/content/states.ts';

/** The page that a comment is about. */
export interface PageTargetKey {
  readonly pageId: string;
  /** The revision the comment was written on. */
  readonly revisionId: string;
  /** The change request of the comment; null for a comment on the main content. */
  readonly changeRequestId: string | null;
}

/** The current state of the page; its last state when it has been deleted. */
export interface PageTargetRow {
  readonly id: string;
  readonly title: string;
  readonly emoji: string | null;
  readonly icon: string | null;
  /** The slugs from the top page down, joined by `/`. */
  readonly path: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Whether the page was deleted, or has another title or text than in the revision of the comment. */
  readonly outdated: boolean;
}

interface Row extends PageTargetRow, Omit<PageTargetKey, 'pageId'> {}

const keyOf = ({ pageId, revisionId, changeRequestId }: PageTargetKey) =>
  `${revisionId} ${pageId} ${changeRequestId ?? ''}`;

/** Pages that comments are about; null when the revision never had the page. One statement for main content, one for change requests. */
export const pageTargetLoader = (reader: Sql) =>
  new DataLoader<PageTargetKey, PageTargetRow | null, string>(
    async (keys) => {
      const own = keys.filter(({ changeRequestId }) => changeRequestId === null);
      const others = keys.filter(({ changeRequestId }) => changeRequestId !== null);
      const rows = await Promise.all([
        own.length === 0 ? [] : reader.rows<Row>(targets(own)),
        others.length === 0 ? [] : reader.rows<Row>(targetsInRequests(others)),
      ]);
      const found = new Map(rows.flat().map((row) => [keyOf({ ...row, pageId: row.id }), row]));
      return keys.map((key) => found.get(keyOf(key)) ?? null);
    },
    { maxBatchSize: 1_000, cacheKeyFn: keyOf },
  );

const targets = (keys: readonly PageTargetKey[]) => sql`
  with recursive asked as materialized (
    select revision.id as "revisionId", revision.line, revision.seq, wanted."pageId"
    from unnest(${keys.map((key) => key.revisionId)}::text[], ${keys.map((key) => key.pageId)}::text[])
      as wanted("revisionId", "pageId")
    join revisions revision on revision.id = wanted."revisionId"
  ), shown as materialized (
    select asked."revisionId", asked.line, page.*, page."toSeq" is not null or page.title is distinct from past.title
      or page."documentId" is distinct from past."documentId" as outdated
    from asked
    left join lateral (
      select e.title, e."documentId" from content_entries e
      where e.line = asked.line and e."entryId" = asked."pageId" and e."fromSeq" <= asked.seq
      order by e."fromSeq" desc limit 1
    ) past on true
    join lateral (
      select e."entryId" as id, e.title, e.slug, e."documentId", e.attributes, e."parentId", e."toSeq", e."createdAt", e."updatedAt"
      from content_entries e
      where e.line = asked.line and e."entryId" = asked."pageId" and e.kind = 'page' and not e.deleted
      order by e."fromSeq" desc limit 1
    ) page on true
  ), chain("revisionId", id, line, "parentId", path, depth) as (
    select "revisionId", id, line, "parentId", slug, 0 from shown
    union all
    select chain."revisionId", chain.id, chain.line, e."parentId", concat_ws('/', e.slug, chain.path), depth + 1
    from chain cross join lateral ${currentEntry('chain.line', 'chain."parentId"')}
  )
  select shown."revisionId", null as "changeRequestId", shown.id, shown.title, shown.attributes->>'emoji' as emoji, shown.attributes->>'icon' as icon,
    shown."createdAt", shown."updatedAt", shown.outdated, coalesce(longest.path, '') as path
  from shown join lateral (
    select chain.path from chain where chain."revisionId" = shown."revisionId" and chain.id = shown.id
    order by chain.depth desc limit 1
  ) longest on true`;

/** The same in change requests, whose revisions lie on those of the space: a page may come from either. */
const targetsInRequests = (keys: readonly PageTargetKey[]) => sql`
  with recursive asked as materialized (
    select wanted.*, cr."revisionId" as "nowId"
    from unnest(${keys.map((key) => key.revisionId)}::text[], ${keys.map((key) => key.pageId)}::text[],
      ${keys.map((key) => key.changeRequestId)}::text[]) as wanted("revisionId", "pageId", "changeRequestId")
    join change_requests cr on cr.id = wanted."changeRequestId"
  ), shown as materialized (
    select asked."revisionId", asked."changeRequestId", coalesce(present."entryId", past."entryId") as id,
      case when present."entryId" is null then asked."revisionId" else asked."nowId" end as "stateId",
      case when present."entryId" is null then to_json(past) else to_json(present) end as page,
      present."entryId" is null or present.title is distinct from past.title
        or present."documentId" is distinct from past."documentId" as outdated
    from asked
    join revisions past_at on past_at.id = asked."revisionId"
    join revisions present_at on present_at.id = asked."nowId"
    left join lateral (select e.* from ${entryAt(stateOfRow('past_at'), raw('asked."pageId"'))} where e.kind = 'page') past on true
    left join lateral (select e.* from ${entryAt(stateOfRow('present_at'), raw('asked."pageId"'))} where e.kind = 'page') present on true
    where past."entryId" is not null or present."entryId" is not null
  ), chain("revisionId", "changeRequestId", id, "stateId", "parentId", path, depth) as (
    select "revisionId", "changeRequestId", id, "stateId", (page->>'parentId') collate "C", page->>'slug', 0 from shown
    union all
    select chain."revisionId", chain."changeRequestId", chain.id, chain."stateId", e."parentId",
      concat_ws('/', e.slug, chain.path), chain.depth + 1
    from chain join revisions at on at.id = chain."stateId"
    cross join lateral ${entryAt(stateOfRow('at'), raw('chain."parentId"'))}
    where chain.depth < ${maxWalkDepth}::int
  )
  select shown."revisionId", shown."changeRequestId", shown.id, page->>'title' as title,
    page->'attributes'->>'emoji' as emoji, page->'attributes'->>'icon' as icon,
    (page->>'createdAt')::timestamptz as "createdAt", (page->>'updatedAt')::timestamptz as "updatedAt",
    shown.outdated, coalesce(longest.path, '') as path
  from shown join lateral (
    select chain.path from chain
    where chain."revisionId" = shown."revisionId" and chain."changeRequestId" = shown."changeRequestId" and chain.id = shown.id
    order by chain.depth desc limit 1
  ) longest on true`;
