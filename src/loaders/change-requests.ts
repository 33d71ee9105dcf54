import type { ChangeRequest } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { byKey } from './batch.ts';

/** A change request with the active main revision of its space. */
export interface ChangeRequestRow extends Stored<ChangeRequest> {
  readonly mainRevisionId: string;
}

const columns = sql`cr.*, s."revisionId" as "mainRevisionId" from change_requests cr join spaces s on s.id = cr."spaceId"`;

export const changeRequestLoader = (reader: Sql) =>
  byKey<ChangeRequestRow>(
    reader,
    (ids) => sql`select ${columns} where cr.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );

/** Loads change requests by the main revision that their merge created. */
export const mergedChangeRequestLoader = (reader: Sql) =>
  byKey<ChangeRequestRow>(
    reader,
    (ids) => sql`select ${columns} where cr."revisionMergedId" = ${anyOf(ids)}`,
    ({ revisionMergedId }) => revisionMergedId ?? '',
  );

/** Loads the number of the caller's own drafts by space. */
export const ownDraftCountLoader = (reader: Sql, { userId }: Actor) =>
  byKey<{ readonly spaceId: string; readonly count: number }>(
    reader,
    (ids) => sql`select "spaceId", count(*)::int as count from change_requests
      where "spaceId" = ${anyOf(ids)} and status = 'draft' and "createdById" = ${userId} group by "spaceId"`,
    ({ spaceId }) => spaceId,
  );

/** The key of `numberedChangeRequestLoader`. */
export const numberKey = ({ spaceId, number }: Pick<ChangeRequestRow, 'spaceId' | 'number'>) => `${spaceId} ${number}`;

/** Loads change requests by space and number; see `numberKey`. */
export const numberedChangeRequestLoader = (reader: Sql) =>
  byKey<ChangeRequestRow>(
    reader,
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      return sql`select ${columns}
        join unnest(${pairs.map(([spaceId]) => spaceId)}::text[], ${pairs.map(([, number]) => number)}::int[])
          asked("spaceId", number) on asked."spaceId" = cr."spaceId" and asked.number = cr.number`;
    },
    numberKey,
  );

/** Loads which change requests have conflicts that an update from the main content has left in them. */
export const storedConflictLoader = (reader: Sql) =>
  byKey<{ readonly changeRequestId: string }>(
    reader,
    (ids) =>
      sql`select distinct "changeRequestId" from change_request_conflicts where "changeRequestId" = ${anyOf(ids)}`,
    ({ changeRequestId }) => changeRequestId,
  );
