import { sql, type Sql } from '../../../../db/sql.ts';
import type { QueueRun } from '../../../../infra/queue/queue.ts';
import type { JobRow } from '../../../../loaders/jobs.ts';
import { kindFlag, maxAttempts, maxLosses, noCreatorFlag, queueTask } from '../fields.ts';
import type { JobProgress } from '../kind.ts';
import type { JobError } from '../jobs.ts';

/** The final outcome of a run. */
export type Outcome =
  | { readonly state: 'completed'; readonly result: unknown }
  | { readonly state: 'failed'; readonly error: JobError };

type Run = Pick<QueueRun, 'jobId' | 'worker'>;

/** SQL condition: the queue still assigns the job to the worker of this run. */
const isHeld = ({ worker }: Run) =>
  sql`exists (select from graphile_worker.jobs q where q.key = jobs.id and q.locked_by = ${worker})`;

/** Records the start of a run and returns its job; null when the job is finished or deleted. */
export const recordRunStart = (reader: Sql, { jobId, attempt }: QueueRun) =>
  reader.first<JobRow>(sql`update jobs
    set "startedAt" = coalesce("startedAt", now()), "seenAt" = now(), attempts = ${attempt}::int
    where id = ${jobId} and "finishedAt" is null returning *, 'running' as state`);

/** Records a heartbeat and the progress of a run. False when its job is finished, deleted or held by another run. */
export async function recordHeartbeat(reader: Sql, run: Run, { done, total, phase }: JobProgress): Promise<boolean> {
  const row = await reader.first<{ finishedAt: string | null }>(sql`update jobs set "seenAt" = now(),
      "progressDone" = coalesce(${done ?? null}::int, "progressDone"),
      "progressTotal" = coalesce(${total ?? null}::int, "progressTotal"),
      phase = coalesce(${phase ?? null}, phase)
    where id = ${run.jobId} and ${isHeld(run)} returning "finishedAt"`);
  return row !== null && row.finishedAt === null;
}

/** Finishes the job of a run, with how much it has done; its latest progress when omitted. False when the job is already finished, deleted or held by another run. */
export async function finishRun(
  reader: Sql,
  run: Run,
  outcome: Outcome,
  { done, total }: Pick<JobProgress, 'done' | 'total'> = {},
): Promise<boolean> {
  const result = outcome.state === 'completed' ? JSON.stringify(outcome.result ?? null) : null;
  const error = outcome.state === 'failed' ? JSON.stringify(outcome.error) : null;
  const row = await reader.first(sql`update jobs
    set outcome = ${outcome.state}, result = ${result}::jsonb, error = ${error}::jsonb, "finishedAt" = now(),
      "progressDone" = case when ${outcome.state} = 'completed' then coalesce(${done ?? null}::int, "progressTotal", "progressDone")
        else "progressDone" end,
      "progressTotal" = coalesce(${total ?? null}::int, "progressTotal")
    where id = ${run.jobId} and "finishedAt" is null and ${isHeld(run)} returning id`);
  return row !== null;
}

export const isUnfinished = async (reader: Sql, id: string) =>
  (await reader.first(sql`select from jobs where id = ${id} and "finishedAt" is null`)) !== null;

/** Releases the job of a run for immediate retry. The run does not count as an attempt. */
export async function releaseRun(reader: Sql, { jobId, worker, attempt }: QueueRun): Promise<void> {
  await releaseWorkers(reader, [worker]);
  const returned = await reader.rows(sql`
    select id::text from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs
        where key = ${jobId} and locked_by is null and attempts = ${attempt}::int),
      now(), attempts => ${attempt - 1}::int)`);
  if (returned.length === 0) return;
  await reader.rows(sql`update jobs set attempts = ${attempt - 1}::int where id = ${jobId} and "finishedAt" is null`);
}

/** Takes the advisory lock of job recovery until the transaction ends, so that processes recover jobs one at a time. */
export const lockRecovery = (reader: Sql) =>
  reader.rows(sql`select pg_advisory_xact_lock(hashtextextended('lost jobs', 0))::text`);

/** Lists up to a hundred runs of `jobs` without a heartbeat for `silentMs`, except those of `alive` workers. */
export const listLostRuns = (reader: Sql, silentMs: number, alive: readonly string[]) =>
  reader.rows<{ worker: string; jobId: string }>(sql`
    select q.locked_by as worker, q.key as "jobId"
    from graphile_worker.jobs q left join jobs j on j.id = q.key
    where greatest(q.locked_at, j."seenAt") <= now() - make_interval(secs => ${silentMs}::float8 / 1000)
      and q.task_identifier = ${queueTask} and q.locked_by is not null and q.locked_by <> all(${[...alive]}::text[])
    limit 100`);

/** Releases the jobs that these workers hold. */
export const releaseWorkers = (reader: Sql, workers: readonly string[]) =>
  reader.rows(sql`select graphile_worker.force_unlock_workers(${[...workers]}::text[])::text`);

const lost: JobError = {
  type: 'internal',
  message: 'The server stopped unexpectedly while it ran this job. The job is not tried again.',
};

/**
 * Counts a lost run for each unfinished job, and fails jobs that were lost too often or have no attempts left.
 * `attempts` holds the limits of kinds that set their own, by name. Returns the jobs to retry.
 */
export async function countLosses(
  reader: Sql,
  ids: readonly string[],
  attempts: Readonly<Record<string, number>>,
): Promise<string[]> {
  const allowed = sql`coalesce((${JSON.stringify(attempts)}::jsonb ->> kind)::int, ${maxAttempts}::int)`;
  const isLast = sql`(losses + 1 >= ${maxLosses}::int or attempts >= ${allowed})`;
  const rows = await reader.rows<{ id: string; outcome: string | null }>(sql`update jobs
    set losses = losses + 1, outcome = case when ${isLast} then 'failed' end,
      error = case when ${isLast} then ${JSON.stringify(lost)}::jsonb end,
      "finishedAt" = case when ${isLast} then now() end
    where id = any(${[...ids]}::text[]) and "finishedAt" is null returning id, outcome`);
  return rows.filter(({ outcome }) => outcome === null).map(({ id }) => id);
}

/** Adds unfinished jobs that are missing in the queue, such as those of an earlier version. */
export const addMissingToQueue = (reader: Sql) =>
  reader.rows(sql`
    select q.id::text from (
        select id, kind, "createdById" from jobs j where "finishedAt" is null
          and not exists (select from graphile_worker.jobs q where q.key = j.id)
        order by "createdAt", id limit 100) missing,
      lateral graphile_worker.add_job(${queueTask}, json_build_object('id', missing.id),
        job_key => missing.id,
        flags => array[coalesce(missing."createdById", ${noCreatorFlag}::text), ${kindFlag('')} || missing.kind]) q`);
