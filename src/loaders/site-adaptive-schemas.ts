import type { SiteAdaptiveSchema } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

export type AdaptiveSchemaRow = Stored<SiteAdaptiveSchema>;

/** Loads the adaptive schemas of sites by the ids of the sites. */
export const siteAdaptiveSchemaLoader = (reader: Sql) =>
  byKey<AdaptiveSchemaRow>(
    reader,
    (ids) => sql`select x.* from site_adaptive_schemas x where x."siteId" = ${anyOf(ids)}`,
    ({ siteId }) => siteId,
  );
