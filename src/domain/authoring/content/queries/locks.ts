import { sql, type Sql } from '../../../../db/sql.ts';

/** A locked space: where it belongs, and its title. */
export interface LockedSpace {
  readonly organizationId: string;
  readonly title: string;
}

/** The active revision of the locked row. */
export interface LockedHead {
  readonly revisionId: string;
}

/** Locks a space that is not deleted against other commits to its main content. */
export const lockSpaceRow = (reader: Sql, spaceId: string) =>
  reader.first<LockedHead & LockedSpace>(
    sql`select "revisionId", "organizationId", title from spaces where id = ${spaceId} and "deletedAt" is null for no key update`,
  );

/** Locks a space `for key share`: it cannot be deleted, but still accepts commits to its main content. */
export const lockSpaceKey = (reader: Sql, spaceId: string) =>
  reader.first<LockedSpace>(
    sql`select "organizationId", title from spaces where id = ${spaceId} and "deletedAt" is null for key share`,
  );

/** Locks a change request of a space against other commits to it. */
export const lockChangeRequestRow = (reader: Sql, spaceId: string, changeRequestId: string) =>
  reader.first<LockedHead & { readonly status: string; readonly subject: string }>(
    sql`select "revisionId", status, subject from change_requests
      where id = ${changeRequestId} and "spaceId" = ${spaceId} for no key update`,
  );
