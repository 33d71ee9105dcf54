import type { KeysetList } from '../../../db/keyset.ts';
import { sql } from '../../../db/sql.ts';
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
