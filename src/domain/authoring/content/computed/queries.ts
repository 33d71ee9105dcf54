import { childrenAt, entryColumns, isCurrent, type ContentState } from '../../../../db/content/states.ts';
import { isLinkOfEntry } from '../../../../db/content/links.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import type { SpecOutline } from '../../../../text/openapi-specs/outline-page.ts';

/** Identifies a specification by organization and slug. */
export interface SpecName {
  readonly organizationId: string;
  readonly slug: string;
}

interface OutlineRow extends SpecOutline {
  readonly slug: string;
}

/**
 * Reads the outlines of specifications and locks these against a new version until the transaction ends. A concurrent
 * writer of a new version therefore finds the pages that this transaction generates.
 */
export const lockOutlines = (reader: Sql, spaceId: string, slugs: readonly string[]) =>
  reader.rows<OutlineRow>(sql`
    select t.slug, o."versionId", o.pages from openapi_specs t
    join spaces s on s."organizationId" = t."organizationId" and s.id = ${spaceId}
    join openapi_outlines o on o."specId" = t.id
    where t.slug = any(${slugs}::text[]) order by t.id for share of t`);

/** Finds the outline of a specification; null before its first version. */
export const findOutline = (reader: Sql, { organizationId, slug }: SpecName) =>
  reader.first<OutlineRow>(sql`
    select t.slug, o."versionId", o.pages from openapi_specs t join openapi_outlines o on o."specId" = t.id
    where t."organizationId" = ${organizationId} and t.slug = ${slug}`);

/** Lists the generated pages below computed pages of a content state. */
export const listGenerated = (reader: Sql, state: ContentState, rootIds: readonly string[]) =>
  reader.rows<EntryState>(sql`
    select ${entryColumns} from unnest(${rootIds}::text[]) wanted(id)
    cross join lateral ${childrenAt(state, raw('wanted.id'))}
    where e.attributes ? 'generatedBy'`);

/** A computed page of a space, or of an open change request. */
export interface DependentPage {
  readonly spaceId: string;
  readonly line: string;
  readonly id: string;
}

/**
 * Lists computed pages that depend on a specification, ordered by line, starting after a given page. Omits those of
 * deleted spaces and closed change requests.
 */
export const listDependentPages = (
  reader: Sql,
  { organizationId, slug }: SpecName,
  { after, limit }: { readonly after: DependentPage | null; readonly limit: number },
) =>
  reader.rows<DependentPage>(sql`
    select e."spaceId", e.line, e."entryId" as id
    from content_links l join content_entries e on ${isLinkOfEntry} and ${isCurrent}
    join spaces s on s.id = e."spaceId" and s."organizationId" = ${organizationId} and s."deletedAt" is null
    left join change_requests cr on cr.id = e.line
    where l.kind = 'openapi' and l."targetId" = ${slug} and l.source = 'computed'
      and (e.line = e."spaceId" or cr.status in ('draft', 'open'))
      and (${after?.line ?? ''} = '' or (e.line, e."entryId") > (${after?.line ?? ''}, ${after?.id ?? ''}))
    order by e.line, e."entryId" limit ${limit}::int`);
