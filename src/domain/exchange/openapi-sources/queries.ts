import type { Actor } from '../../../access/actor.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from '../../../access/queries/visible-resources.ts';
import { isLinkOfEntry } from '../../../db/content/links.ts';
import { pageColumns } from '../../../db/content/pages.ts';
import { isCurrent } from '../../../db/content/states.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import { namedSpec } from '../../../loaders/openapi-specs.ts';
import type { SpecKey } from '../../authoring/openapi-specs/queries/specs.ts';

/** A specification with the names by which texts refer to it. */
export interface NamedSpec extends SpecKey {
  readonly sourceUrl?: string | null | undefined;
}

/** The names of a specification in texts: its slug and its source URL. */
export const listNames = ({ slug, sourceUrl }: NamedSpec): string[] => (sourceUrl ? [slug, sourceUrl] : [slug]);

/**
 * SQL expression: the source URL of a specification, unless an older specification has the same URL and is the one that
 * texts show.
 */
const ownSourceUrl = ({ organizationId, slug }: SpecKey) => sql`(select o."sourceUrl" from openapi_specs t
  cross join lateral ${namedSpec(sql`${organizationId}`, raw('t."sourceUrl"'))} o
  where t."organizationId" = ${organizationId} and t.slug = ${slug} and o.id = t.id)`;

/** Keyset list of main pages that depend on a specification, in spaces that the caller may read. */
export const dependentsList = (actor: Actor, key: SpecKey): KeysetList => ({
  name: 'openapi-dependents',
  filters: [key.organizationId, key.slug],
  with: accessTree(key.organizationId, actor),
  select: sql`${pageColumns}, e."spaceId", s."revisionId"`,
  from: sql`from (
      select distinct l.line, l."entryId", l."fromSeq" from content_links l
      where l.kind = 'openapi' and (l."targetId" = ${key.slug}
        or (l.source = 'text' and l."targetId" = ${ownSourceUrl(key)}))
    ) l join content_entries e on ${isLinkOfEntry} and ${isCurrent} and e.line = e."spaceId"
    join spaces s on s.id = e."spaceId" and s."organizationId" = ${key.organizationId} and s."deletedAt" is null
    ${spaceTreeJoin}`,
  where: [spaceVisible],
  sort: { by: 'e.title collate "C"', type: 'text', id: 'e."spaceId" || \' \' || e."entryId"' },
  direction: 'asc',
});

/** A page whose text has a block of a specification. */
export interface LinkedPage {
  readonly spaceId: string;
  readonly id: string;
}

/** Lists main pages with blocks of a specification, ordered by space, starting after a given page. */
export const listLinkedPages = (
  reader: Sql,
  { organizationId, names }: { readonly organizationId: string; readonly names: readonly string[] },
  { after, limit }: { readonly after: LinkedPage | null; readonly limit: number },
) =>
  reader.rows<LinkedPage>(sql`
    select distinct e."spaceId", e."entryId" as id
    from content_links l join content_entries e on ${isLinkOfEntry} and ${isCurrent} and e.line = e."spaceId"
    join spaces s on s.id = e."spaceId" and s."organizationId" = ${organizationId} and s."deletedAt" is null
    where l.kind = 'openapi' and l."targetId" = any(${names}::text[]) and l.source = 'text' and e.kind = 'page'
      and (${after?.spaceId ?? ''} = '' or (e."spaceId", e."entryId") > (${after?.spaceId ?? ''}, ${after?.id ?? ''}))
    order by e."spaceId", e."entryId" limit ${limit}::int`);

/** Lists the longest main pages with blocks of a specification in the spaces of sites, the longest first. */
export const listLongPages = (
  reader: Sql,
  { organizationId, names }: { readonly organizationId: string; readonly names: readonly string[] },
  limit: number,
) =>
  reader.rows<LinkedPage>(sql`
    select e."spaceId", e."entryId" as id
    from (select distinct l.line, l."entryId", l."fromSeq" from content_links l
      where l.kind = 'openapi' and l."targetId" = any(${names}::text[]) and l.source = 'text') l
    join content_entries e on ${isLinkOfEntry} and ${isCurrent} and e.line = e."spaceId"
    join spaces s on s.id = e."spaceId" and s."organizationId" = ${organizationId} and s."deletedAt" is null
    join documents d on d.id = e."documentId"
    where e.kind = 'page' and exists (select from site_spaces p where p."spaceId" = e."spaceId")
    order by length(d.markdown) desc, e."entryId" limit ${limit}::int`);

/** A text in the current content of a space that shows operations of a specification. */
interface SpecUse {
  readonly spaceId: string;
  readonly entryId: string;
  readonly markdown: string;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** Maximum number of texts that are examined. One that the visitor sees suffices. */
const maxUses = 50;

/** Lists texts in the spaces of a site that refer to a specification. The first condition matches an index. */
export const listSpecUses = (reader: Sql, siteId: string, slug: string): Promise<SpecUse[]> =>
  reader.rows(sql`
    with texts as materialized (
      select d.id, d.markdown from documents d
      where d.markdown ~ '\\{%-?[ \\t]*openapi' and strpos(d.markdown, ${`"${slug}"`}) > 0
    )
    select e."spaceId", e."entryId", texts.markdown, e.attributes->'variables' as variables
    from content_entries e join texts on texts.id = e."documentId"
    where ${isCurrent} and e.line = e."spaceId"
      and e."spaceId" in (select p."spaceId" from site_spaces p where p."siteId" = ${siteId})
    order by e."spaceId", e."entryId" limit ${maxUses}::int`);
