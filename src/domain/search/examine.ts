import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';
import { analyze, writeIndex, type Analysis, type IndexedPage } from './index-pages.ts';

type Db = Pick<Context, 'sql'>;

/** A page whose rows in the index are not what its text gives now. */
interface Stale {
  readonly id: string;
  readonly detail: string;
}

interface Row extends IndexedPage {
  readonly spaceId: string;
  readonly markdown: string;
}

const pagesAtATime = 200;

/** Makes the rows of every page anew and compares; with `fix` writes those that differ, and removes what is too much. */
export async function* staleIndex(db: Db, { fix }: { readonly fix: boolean }): AsyncGenerator<Stale> {
  let after: readonly [string, string] = ['', ''];
  for (;;) {
    const rows = await pagesAfter(db, after);
    const analyses = rows.map((row) => analyze(row.spaceId, row, row.markdown));
    const stale = await differing(db, analyses, fix);
    for (const { page } of stale) yield { id: page.pageId, detail: 'is not in the search index as it is' };
    if (fix) await rewrite(db, stale);
    const last = rows.at(-1);
    if (!last || rows.length < pagesAtATime) break;
    after = [last.spaceId, last.id];
  }
  yield* surplus(db, fix);
}

const isFound = sql`e.line = e."spaceId" and e."toSeq" is null and not e.deleted and e.kind = 'page'
  and e.type = 'document' and e.attributes->>'noIndex' is distinct from 'true'`;

const pagesAfter = (db: Db, [spaceId, pageId]: readonly [string, string]) =>
  db.sql.rows<Row>(sql`
    select e."spaceId", e."entryId" as id, e.title, e."documentId",
      coalesce(e.attributes->>'description', '') as description, coalesce(d.markdown, '') as markdown
    from content_entries e left join documents d on d.id = e."documentId"
    where ${isFound} and (e.line, e."entryId") > (${spaceId}, ${pageId})
    order by e.line, e."entryId" limit ${pagesAtATime}::int`);

/** A page without a run is found as well, only slower: it is no error, but gets one where the others are written. */
async function differing(db: Db, analyses: readonly Analysis[], fix: boolean): Promise<Analysis[]> {
  const pages = JSON.stringify(analyses.map(({ page }) => page));
  const sections = JSON.stringify(analyses.flatMap((analysis) => analysis.sections));
  const rows = await db.sql.rows<{ spaceId: string; pageId: string }>(sql`
    with wanted as (select * from json_populate_recordset(null::search_pages, ${pages}::json)),
    texts as (select * from json_populate_recordset(null::search_sections, ${sections}::json))
    select wanted."spaceId", wanted."pageId" from wanted
    left join search_pages p on p."spaceId" = wanted."spaceId" and p."pageId" = wanted."pageId"
    where (p.source, p.words) is distinct from (wanted.source, wanted.words)
      or (p.run, p."headingRun") is distinct from (wanted.run, wanted."headingRun") and (${fix} or p.run is not null)
      or exists (select from texts
        left join search_sections s on s."documentId" = texts."documentId" and s.ordinal = texts.ordinal
        where texts."documentId" = wanted."documentId"
          and (s.anchor, s.title, s.text, s.words) is distinct from (texts.anchor, texts.title, texts.text, texts.words))`);
  // Copies of a space have pages of the same ids.
  const stale = new Set(rows.map(({ spaceId, pageId }) => `${spaceId} ${pageId}`));
  return analyses.filter(({ page }) => stale.has(`${page.spaceId} ${page.pageId}`));
}

async function rewrite(db: Db, analyses: readonly Analysis[]): Promise<void> {
  for (const spaceId of new Set(analyses.map(({ page }) => page.spaceId))) {
    const own = analyses.filter(({ page }) => page.spaceId === spaceId);
    // oxlint-disable-next-line no-await-in-loop -- repairs are few
    await writeIndex(db, spaceId, own);
  }
}

async function* surplus(db: Db, fix: boolean): AsyncGenerator<Stale> {
  const gone = sql`not exists (select from content_entries e
    where e.line = p."spaceId" and e."entryId" = p."pageId" and ${isFound})`;
  const rows = await db.sql.rows<{ id: string }>(sql`select p."pageId" as id from search_pages p where ${gone}`);
  for (const { id } of rows) yield { id, detail: 'is in the search index, though nothing is to be found' };
  if (fix && rows.length > 0) await db.sql.rows(sql`delete from search_pages p where ${gone}`);
}
