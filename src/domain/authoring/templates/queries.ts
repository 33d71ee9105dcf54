import type { KeysetList } from '../../../db/keyset.ts';
import { sql, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from '../../../access/queries/visible-resources.ts';
import { isOffered, templateColumns, templateJoins } from '../../../loaders/templates.ts';

/** Keyset list of the templates of an organization whose spaces the caller may read, newest first. */
export const templatesList = (actor: Actor, organizationId: string): KeysetList => ({
  name: 'templates',
  filters: [organizationId],
  with: accessTree(organizationId, actor),
  select: templateColumns,
  from: sql`from templates t ${templateJoins} ${spaceTreeJoin}`,
  where: [
    sql`t."organizationId" = ${organizationId} and s."organizationId" = ${organizationId}`,
    isOffered,
    spaceVisible,
  ],
  sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
  direction: 'desc',
});

/** Lets templates offer pages in the space to which these were moved. */
export const moveTemplates = (
  writer: Sql,
  { from, to, ids }: { readonly from: string; readonly to: string; readonly ids: readonly string[] },
): Promise<unknown> =>
  writer.rows(sql`
    update templates t set "spaceId" = ${to} where t."spaceId" = ${from} and t."pageId" = any(${ids}::text[])
      and not exists (select from templates o where o."spaceId" = ${to} and o."pageId" = t."pageId")`);
