import { sql, type Sql } from '../../../../db/sql.ts';

interface NumberedSpace {
  /** The number of the new change request. */
  readonly number: number;
  /** The active main revision. */
  readonly revisionId: string;
}

/**
 * Counts a new draft on the space and gets its number. Locks the space, so that numbers have no gaps. Null when the space
 * is absent or deleted.
 */
export const reserveNumber = (reader: Sql, spaceId: string): Promise<NumberedSpace | null> =>
  reader.first<NumberedSpace>(sql`
    update spaces set "changeRequests" = "changeRequests" + 1, "changeRequestsDraft" = "changeRequestsDraft" + 1
    where id = ${spaceId} and "deletedAt" is null returning "changeRequests" as number, "revisionId"`);

/** Locks the space for an update of its counters. Lock the space before its change requests. */
export const lockSpaceCounters = (reader: Sql, spaceId: string): Promise<unknown> =>
  reader.rows(sql`select 1 from spaces where id = ${spaceId} for no key update`);
