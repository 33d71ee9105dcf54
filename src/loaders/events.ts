import type { Event } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** An event as it is stored. The driver reads a bigint as a number. */
export interface EventRow extends Omit<Stored<Event>, 'position'> {
  readonly position: number;
}

/** Loads events by id. */
export const eventLoader = (reader: Sql) =>
  byKey<EventRow>(
    reader,
    (ids) => sql`select e.* from events e where e.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );
