import { isLinkOfEntry } from '../../../../db/content/links.ts';
import { sql, type Sql } from '../../../../db/sql.ts';
import type { PageAttributes } from '../../../../text/content/fields.ts';

/** Lists blobs that entries refer to, by hash. */
export const listUsedBlobs = (reader: Sql, after: string, limit: number) =>
  reader.rows<{ hash: string }>(sql`
      select b.hash from blobs b where b.hash > ${after}
        and exists (select from content_entries e where e."blobHash" = b.hash)
      order by b.hash limit ${limit}::int`);

/** An entry with its text and its stored links. */
export interface LinkedEntry {
  readonly line: string;
  readonly id: string;
  readonly kind: string;
  readonly attributes: PageAttributes;
  readonly markdown: string | null;
  readonly links: readonly { readonly source: string; readonly startsAt: number; readonly endsAt: number }[];
}

/** Lists current entries, except files, with their links, by line and id. */
export const listLinkedEntries = (reader: Sql, [line, id]: readonly [line: string, id: string], limit: number) =>
  reader.rows<LinkedEntry>(sql`
      select e.line, e."entryId" as id, e.kind, e.attributes, d.markdown, (
        select coalesce(json_agg(json_build_object('source', l.source, 'startsAt', l."startsAt", 'endsAt', l."endsAt")
          order by l.ordinal), '[]')
        from content_links l where ${isLinkOfEntry}
      ) as links
      from content_entries e left join documents d on d.id = e."documentId"
      where e."toSeq" is null and not e.deleted and e.kind <> 'file' and (e.line, e."entryId") > (${line}, ${id})
      order by e.line, e."entryId" limit ${limit}::int`);
