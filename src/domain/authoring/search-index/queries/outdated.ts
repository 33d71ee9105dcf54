import { raw, sql, type Sql } from '../../../../db/sql.ts';

/** A page whose row in the index is of an earlier version. */
export interface OutdatedPage {
  readonly version: number;
  readonly spaceId: string;
  readonly pageId: string;
}

/** Lists pages with rows of versions before one, after a page, in order of the index on versions. */
export const listOutdatedPages = (
  reader: Sql,
  { before, after, limit }: { readonly before: number; readonly after: OutdatedPage | null; readonly limit: number },
): Promise<OutdatedPage[]> =>
  reader.rows<OutdatedPage>(sql`
    select version, "spaceId", "pageId" from search_pages
    where version < ${before}::int and ${
      after === null
        ? raw('true')
        : sql`(version, "spaceId", "pageId") > (${after.version}::int, ${after.spaceId}, ${after.pageId})`
    }
    order by version, "spaceId", "pageId" limit ${limit}::int`);
