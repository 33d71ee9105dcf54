import { sql, type Sql } from '../../../../db/sql.ts';
import type { SpecPart } from '../../../../text/openapi-specs/parts.ts';

/** Whether the parts of a specification are stored. Versions from before parts were stored have none. */
export const hasSpecParts = async (reader: Sql, specId: string): Promise<boolean> =>
  (await reader.first(sql`select key from openapi_parts where "specId" = ${specId} limit 1`)) !== null;

/** Number of rows in one statement, which then has a few megabytes. */
const batchSize = 1_000;

/** Replaces the parts of a specification. The caller holds its lock. */
export async function replaceSpecParts(reader: Sql, specId: string, parts: readonly SpecPart[]): Promise<void> {
  await reader.rows(sql`delete from openapi_parts where "specId" = ${specId}`);
  for (let at = 0; at < parts.length; at += batchSize) {
    const rows = parts.slice(at, at + batchSize).map((part) => ({ specId, ...part }));
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    await reader.rows(sql`insert into openapi_parts
      select * from json_populate_recordset(null::openapi_parts, ${JSON.stringify(rows)}::json)`);
  }
}
