import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
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
    // A transaction has one connection.
    await reader.rows(sql`insert into openapi_parts
      select * from json_populate_recordset(null::openapi_parts, ${JSON.stringify(rows)}::json)`);
  }
}

/** An operation or a webhook. The key is unique in its specification. */
export interface PartRow {
  readonly key: string;
  readonly title: string;
  /** Such as `GET`. */
  readonly method: string;
  /** Path of an operation, or name of a webhook. */
  readonly path: string;
  /** What it takes and answers. */
  readonly markdown: string;
}

const columns = raw(`p.key, p.title, upper(p.data ->> 'method') as method,
  coalesce(p.data ->> 'path', p.data ->> 'name') as path, p.markdown`);

/** Keyset list of the `PartRow` of a specification. Titles may be too long for an index, which has their beginning. */
export const operationsList = (specId: string): KeysetList => ({
  name: 'openapi-operations',
  filters: [specId],
  select: columns,
  from: raw('from openapi_parts p'),
  where: [sql`p."specId" = ${specId}`, raw("p.data ->> 'method' is not null")],
  sort: { by: 'left(p.title, 100)', type: 'text', id: 'p.key' },
  direction: 'asc',
});

/** Finds the first operation or webhook of a specification with one of the keys. */
export const findPart = (reader: Sql, specId: string, keys: readonly string[]): Promise<PartRow | null> =>
  reader.first(sql`select ${columns} from openapi_parts p
    where p."specId" = ${specId} and p.key = any(${keys}::text[]) and p.data ->> 'method' is not null
    order by p.data ->> 'path' is null limit 1`);
