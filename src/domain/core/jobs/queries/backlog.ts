import { sql, type Sql } from '../../../../db/sql.ts';

/** Number of unfinished jobs of a kind and state, across all processes. */
export interface Backlog {
  readonly kind: string;
  readonly state: 'queued' | 'running';
  readonly count: number;
  /** Age of the oldest job, in seconds. */
  readonly oldest: number;
}

/** Counts the unfinished jobs of all organizations by kind and state. */
export const countBacklog = (reader: Sql) =>
  reader.rows<Backlog>(sql`
    select kind, case when "startedAt" is null then 'queued' else 'running' end as state, count(*)::int as count,
      extract(epoch from now() - min("createdAt"))::float8 as oldest
    from jobs where "finishedAt" is null group by 1, 2`);
