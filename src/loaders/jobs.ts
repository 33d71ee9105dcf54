import type { Job } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** A job as it is stored. */
export type JobRow = Stored<Job>;

export const jobLoader = (reader: Sql) =>
  byKey<JobRow>(
    reader,
    (ids) => sql`select * from jobs where id = any(${ids}::text[])`,
    (job) => job.id,
  );
