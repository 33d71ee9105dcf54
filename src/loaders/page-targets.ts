import DataLoader from 'dataloader';
import { sql, type Sql } from '../db/sql.ts';

/** A page as something said about it points to it. */
export interface PageTargetKey {
  readonly pageId: string;
  /** The revision it was said about. */
  readonly revisionId: string;
}

/** The page as it is now; as it was then when it is gone. */
export interface PageTargetRow {
  readonly id: string;
  readonly title: string;
  readonly emoji: string | null;
  readonly icon: string | null;
  /** The slugs from the top page down, joined by `/`. */
  readonly path: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Gone, or another title or text than then. */
  readonly outdated: boolean;
}

interface Row extends PageTargetRow {
  readonly revisionId: string;
}

const keyOf = ({ pageId, revisionId }: PageTargetKey) => `${revisionId} ${pageId}`;

/** Pages that comments are about, in one statement; null when the revision never had the page. */
export const pageTargetLoader = (reader: Sql) =>
  new DataLoader<PageTargetKey, PageTargetRow | null, string>(
    async (keys) => {
      const rows = await reader.rows<Row>(targets(keys));
      const found = new Map(rows.map((row) => [keyOf({ pageId: row.id, revisionId: row.revisionId }), row]));
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
    select chain."revisionId", chain.id, chain.line, up."parentId", concat_ws('/', up.slug, chain.path), depth + 1
    from chain join content_entries up on up.line = chain.line and up."entryId" = chain."parentId" and up."toSeq" is null
  )
  select shown."revisionId", shown.id, shown.title, shown.attributes->>'emoji' as emoji, shown.attributes->>'icon' as icon,
    shown."createdAt", shown."updatedAt", shown.outdated, coalesce(longest.path, '') as path
  from shown join lateral (
    select chain.path from chain where chain."revisionId" = shown."revisionId" and chain.id = shown.id
    order by chain.depth desc limit 1
  ) longest on true`;
