import { sql, type Sql } from '../../db/sql.ts';
import { isOfEntry } from '../../loaders/content-links.ts';
import type { PageAttributes } from '../content/fields.ts';
import { referencesIn } from '../content/write-links.ts';
import { readDocument } from '../imports/document.ts';

interface Examined {
  readonly line: string;
  readonly id: string;
  readonly kind: string;
  readonly attributes: PageAttributes;
  readonly markdown: string | null;
  readonly links: readonly { readonly source: string; readonly startsAt: number; readonly endsAt: number }[];
}

const pagesAtATime = 200;

/** Pages whose links are not those that their text and attributes have. */
export async function* wrongLinks(reader: Sql): AsyncGenerator<{ id: string; detail: string }> {
  let after: readonly [line: string, id: string] = ['', ''];
  for (;;) {
    const rows = await reader.rows<Examined>(sql`
      select e.line, e."entryId" as id, e.kind, e.attributes, d.markdown, (
        select coalesce(json_agg(json_build_object('source', l.source, 'startsAt', l."startsAt", 'endsAt', l."endsAt")
          order by l.ordinal), '[]')
        from content_links l where ${isOfEntry}
      ) as links
      from content_entries e left join documents d on d.id = e."documentId"
      where e."toSeq" is null and not e.deleted and e.kind <> 'file' and (e.line, e."entryId") > (${after[0]}, ${after[1]})
      order by e.line, e."entryId" limit ${pagesAtATime}::int`);
    for (const row of rows) {
      const [has, should] = [linksNow(row), linksDue(row)];
      if (has.join() !== should.join())
        yield {
          id: row.id,
          detail: `has the links ${has.join(', ')} in ${row.line}, its content has ${should.join(', ')}`,
        };
    }
    const last = rows.at(-1);
    if (!last || rows.length < pagesAtATime) return;
    after = [last.line, last.id];
  }
}

const linksNow = ({ links }: Examined) =>
  links.map(({ source, startsAt, endsAt }) => (source === 'text' ? `${startsAt}-${endsAt}` : source));

const linksDue = ({ kind, attributes, markdown }: Examined) => [
  ...referencesIn({ kind, attributes }).map(({ source }) => source),
  ...(markdown === null ? [] : readDocument(markdown).urls.map(({ start, end }) => `${start}-${end}`)),
];
