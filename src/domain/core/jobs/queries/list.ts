import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql } from '../../../../db/sql.ts';
import { selectedJobs, type JobRow } from '../../../../loaders/jobs.ts';

/**
 * Keyset list of `JobRow` of a space, or of an organization without one, newest first. A null `createdById` does not filter. Those of
 * the service have no creator and are left out.
 */
export const jobsList = ({
  organizationId,
  spaceId,
  createdById,
}: Pick<JobRow, 'organizationId' | 'spaceId' | 'createdById'>): KeysetList => ({
  name: 'jobs',
  filters: [organizationId, spaceId, createdById],
  select: selectedJobs.columns,
  from: selectedJobs.tables,
  where: [
    sql`j."organizationId" = ${organizationId}`,
    spaceId === null ? null : sql`j."spaceId" = ${spaceId}`,
    createdById === null ? raw('j."createdById" is not null') : sql`j."createdById" = ${createdById}`,
  ],
  sort: { by: 'j."createdAt"', type: 'timestamptz', id: 'j.id' },
  direction: 'desc',
});
