import type { PageFreshness } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** Who looks after a page, and until when its text was checked. */
export type FreshnessRow = Stored<PageFreshness>;

/** Reads what is known of pages, by `spaceId pageId`. */
export const pageFreshnessLoader = (reader: Sql) =>
  byKey<FreshnessRow>(
    reader,
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      return sql`select f.*
        from unnest(${pairs.map(([spaceId]) => spaceId)}::text[], ${pairs.map(([, id]) => id)}::text[]) given(space, page)
        join page_freshness f on f."spaceId" = given.space and f."pageId" = given.page`;
    },
    ({ spaceId, pageId }) => `${spaceId} ${pageId}`,
  );

/** Reads the same by its own id. */
export const freshnessLoader = (reader: Sql) =>
  byKey<FreshnessRow>(
    reader,
    (ids) => sql`select * from page_freshness where id = ${anyOf(ids)}`,
    ({ id }) => id,
  );
