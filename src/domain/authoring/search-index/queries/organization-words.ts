import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';

/**
 * Statement that writes the words of pages once more, under the key of their organization. `pages` is a relation of rows of
 * `search_pages`, and `organization` an expression for the id of that of page `p`: one that names no page is evaluated once. Words that
 * stay the same are not written again.
 */
export const writeOrganizationWords = (pages: string, organization = organizationOfPage): Fragment => sql`
  insert into search_page_words ("spaceId", "pageId", words)
  select p."spaceId", p."pageId", words_of_organization(${organization}, p.words)
  from ${raw(pages)} p order by 1, 2
  on conflict ("spaceId", "pageId") do update set words = excluded.words where search_page_words.words <> excluded.words`;

const organizationOfPage = raw('(select s."organizationId" from spaces s where s.id = p."spaceId")');

/** Moves the words of the pages of spaces under the key of the organization that the spaces have now. */
export async function moveOrganizationWords(reader: Sql, spaceIds: readonly string[]): Promise<void> {
  await reader.rows(sql`
    with moved as (select p.* from search_pages p where p."spaceId" = any(${spaceIds}::text[])) ${writeOrganizationWords('moved')}`);
}
