import { sql, type Sql } from '../../../../db/sql.ts';

interface StoredMarkdown {
  readonly id: string;
  readonly markdown: string;
}

/** Lists texts whose anchors are unknown, by id. */
export const listTextsWithoutAnchors = (reader: Sql, after: string, limit: number) =>
  reader.rows<StoredMarkdown>(sql`
    select id, markdown from documents where anchors is null and id > ${after} order by id limit ${limit}::int`);

/** Sets the anchors of texts that have none yet. */
export const setAnchors = (
  reader: Sql,
  texts: readonly { readonly id: string; readonly anchors: readonly string[] }[],
) =>
  reader.rows(sql`
    update documents d set anchors = array(select json_array_elements_text(given.text->'anchors'))
    from (select json_array_elements(${JSON.stringify(texts)}::json) as text) given
    where d.id = given.text->>'id' and d.anchors is null`);
