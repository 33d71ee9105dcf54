import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import { selectedJobs } from '../../../loaders/jobs.ts';
import { revalidationName } from './kind.ts';

/** Keyset list of `RendererRow` of an organization, newest first. */
export const renderersList = (organizationId: string): KeysetList => ({
  name: 'renderers',
  filters: [organizationId],
  select: raw('r.*'),
  from: raw('from renderers r'),
  where: [sql`r."organizationId" = ${organizationId}`],
  sort: { by: 'r."createdAt"', type: 'timestamptz', id: 'r.id' },
  direction: 'desc',
});

/** Keyset list of `JobRow` for the notifications of a renderer, newest first. */
export const deliveriesList = (rendererId: string): KeysetList => ({
  name: 'renderer-deliveries',
  filters: [rendererId],
  select: selectedJobs.columns,
  from: selectedJobs.tables,
  where: [sql`j.kind = ${raw(`'${revalidationName}'`)}`, sql`j.input->>'rendererId' = ${rendererId}`],
  sort: { by: 'j."createdAt"', type: 'timestamptz', id: 'j.id' },
  direction: 'desc',
});

/** A renderer to notify. */
export interface NotifiedRenderer {
  readonly id: string;
  readonly organizationId: string;
}

/** Lists the renderers of organizations, and of the organizations of spaces. Each organization has few. */
export const listNotifiedRenderers = (
  reader: Sql,
  organizationIds: readonly string[],
  spaceIds: readonly string[],
): Promise<NotifiedRenderer[]> =>
  reader.rows(sql`select r.id, r."organizationId" from renderers r
    where r."organizationId" = any(${[...organizationIds]}::text[])
      or r."organizationId" in (select s."organizationId" from spaces s where s.id = any(${[...spaceIds]}::text[]))
    order by r.id`);

/** A space on a site. */
export interface ShownSpace {
  readonly organizationId: string;
  readonly siteId: string;
  readonly spaceId: string;
}

/** Lists the sites that show the spaces, and everything that the sites of the organizations show. */
export const listShownSpaces = (
  reader: Sql,
  organizationIds: readonly string[],
  spaceIds: readonly string[],
): Promise<ShownSpace[]> =>
  reader.rows(sql`select t."organizationId", t.id as "siteId", x."spaceId"
    from sites t join site_spaces x on x."siteId" = t.id
    where x."spaceId" = any(${[...spaceIds]}::text[]) or t."organizationId" = any(${[...organizationIds]}::text[])`);
