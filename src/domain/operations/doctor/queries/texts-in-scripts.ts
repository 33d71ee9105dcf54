import { sql, type Sql } from '../../../../db/sql.ts';

/** One text for each named range of characters that occurs. */
export const textsInScripts = (reader: Sql, scripts: readonly { readonly name: string; readonly ranges: string }[]) =>
  reader.rows<{ id: string; name: string }>(sql`
    SELECT found.id, script.name
    FROM unnest(${scripts.map(({ name }) => name)}::text[], ${scripts.map(({ ranges }) => `[${ranges}]`)}::text[])
      as script (name, letters)
    CROSS JOIN LATERAL (SELECT id FROM "documents" WHERE "markdown" ~ script.letters LIMIT 1) AS found`);
