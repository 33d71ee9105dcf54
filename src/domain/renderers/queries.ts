import type { KeysetList } from '../../db/keyset.ts';
import { raw, sql, type Sql } from '../../db/sql.ts';
import { selectedJobs } from '../../loaders/jobs.ts';
import { revalidationName } from './kind.ts';

/** The renderers of an organization, newest first; rows are `RendererRow`. */
export const renderersList = (organizationId: string): KeysetList => ({
  name: 'renderers',
  filters: [organizationId],
  select: raw('r.*'),
  from: raw('from renderers r'),
  where: [sql`r."organizationId" = ${organizationId}`],
  sort: { by: 'r."createdAt"', type: 'timestamptz', id: 'r.id' },
  direction: 'desc',
});

/** What a renderer was told, newest first; rows are `JobRow`. */
export const deliveriesList = (rendererId: string): KeysetList => ({
  name: 'renderer-deliveries',
  filters: [rendererId],
  select: selectedJobs.columns,
  from: selectedJobs.tables,
  where: [sql`j.kind = ${raw(`'${revalidationName}'`)}`, sql`j.input->>'rendererId' = ${rendererId}`],
  sort: { by: 'j."createdAt"', type: 'timestamptz', id: 'j.id' },
  direction: 'desc',
});

/** A renderer that is to be told something. */
export interface ToldRenderer {
  readonly id: string;
  readonly organizationId: string;
}

/** The renderers of the organizations, and of those that the spaces belong to. Each organization has few. */
export const listToldRenderers = (
  reader: Sql,
  organizationIds: readonly string[],
  spaceIds: readonly string[],
): Promise<ToldRenderer[]> =>
  reader.rows(sql`select r.id, r."organizationId" from renderers r
    where r."organizationId" = any(${[...organizationIds]}::text[])
      or r."organizationId" in (select s."organizationId" from spaces s where s.id = any(${[...spaceIds]}::text[]))
    order by r.id`);

/** A space in a site. */
export interface ShownSpace {
  readonly organizationId: string;
  readonly siteId: string;
  readonly spaceId: string;
}

/** Where the spaces are shown, and everything that the sites of the organizations show. */
export const listShownSpaces = (
  reader: Sql,
  organizationIds: readonly string[],
  spaceIds: readonly string[],
): Promise<ShownSpace[]> =>
  reader.rows(sql`select t."organizationId", t.id as "siteId", x."spaceId"
    from sites t join site_spaces x on x."siteId" = t.id
    where x."spaceId" = any(${[...spaceIds]}::text[]) or t."organizationId" = any(${[...organizationIds]}::text[])`);
