import type { Job } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** A job as it is stored, with the state that the queue gives it. */
export interface JobRow extends Stored<Job> {
  readonly state: string;
}

/** Selects jobs `j`. An unfinished one is running while a process holds its row in the queue. */
export const selectedJobs = {
  columns: sql`j.*, coalesce(j.outcome, case when q.locked_by is null then 'queued' else 'running' end) as state`,
  tables: sql`from jobs j left join graphile_worker.jobs q on q.key = j.id`,
};
export const selectJobs = sql`select ${selectedJobs.columns} ${selectedJobs.tables}`;

export const jobLoader = (reader: Sql) =>
  byKey<JobRow>(
    reader,
    (ids) => sql`${selectJobs} where j.id = ${anyOf(ids)}`,
    (job) => job.id,
  );
