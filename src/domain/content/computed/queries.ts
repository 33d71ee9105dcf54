import { childrenAt, isCurrent, type ContentState } from '../../../db/content/states.ts';
import { isLinkOfEntry } from '../../../db/content/links.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { EntryState } from '../changes.ts';
import { entryColumns } from '../queries/entries.ts';
import type { SpecOutline } from '../../openapi-specs/outline-page.ts';

/** A specification as an organization names it. */
export interface SpecName {
  readonly organizationId: string;
  readonly slug: string;
}

interface OutlineRow extends SpecOutline {
  readonly slug: string;
}

/**
 * The outlines of specifications that a space names. Locks the specifications against a new version until the
 * transaction ends, so that a page is either written from the new version or found by who writes that version.
 */
export const lockOutlines = (reader: Sql, spaceId: string, slugs: readonly string[]) =>
  reader.rows<OutlineRow>(sql`
    select t.slug, o."versionId", o.pages from openapi_specs t
    join spaces s on s."organizationId" = t."organizationId" and s.id = ${spaceId}
    join openapi_outlines o on o."specId" = t.id
    where t.slug = any(${slugs}::text[]) order by t.id for share of t`);

/** The outline of a specification; null before its first version. */
export const findOutline = (reader: Sql, { organizationId, slug }: SpecName) =>
  reader.first<OutlineRow>(sql`
    select t.slug, o."versionId", o.pages from openapi_specs t join openapi_outlines o on o."specId" = t.id
    where t."organizationId" = ${organizationId} and t.slug = ${slug}`);

/** The generated pages below computed pages of a state. */
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
 * Lists computed pages that depend on a specification, ordered by line, after a given page. Those of deleted spaces and
 * closed change requests are left out.
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
