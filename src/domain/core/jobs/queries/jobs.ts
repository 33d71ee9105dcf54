import { sql, type Sql } from '../../../../db/sql.ts';
import { selectJobs } from '../../../../loaders/jobs.ts';
import type { Context } from '../../context.ts';
import type { EventData } from '../../events/catalogue.ts';
import { kindFlag, noCreatorFlag, queueTask } from '../fields.ts';
import type { Job } from '../jobs.ts';

/** A job to insert. */
export interface NewJob {
  readonly id: string;
  readonly kind: string;
  readonly organizationId: string;
  readonly spaceId: string | null;
  readonly scopes: readonly string[];
  readonly input: unknown;
  readonly key: string | null;
}

/** Inserts a job, or finds the unfinished one with its key. */
export async function insertJob(ctx: Context, job: NewJob): Promise<{ id: string; isNew: boolean }> {
  const row = await ctx.sql.first<{ id: string; isNew: boolean }>(sql`
    insert into jobs (id, kind, "organizationId", "spaceId", "createdById", scopes, "tokenOrganization", "installationId",
      visitor, input, key, "createdAt")
    values (${job.id}, ${job.kind}, ${job.organizationId}, ${job.spaceId}, ${ctx.actor.visitor ? null : ctx.actor.userId},
      ${[...job.scopes]}::text[], ${ctx.actor.organizationId}, ${ctx.actor.integration?.installationId ?? null},
      ${ctx.actor.visitor ? JSON.stringify(ctx.actor.visitor) : null}::jsonb,
      ${JSON.stringify(job.input)}::jsonb, ${job.key}, ${ctx.now().toISOString()}::timestamptz)
    on conflict (key) where "finishedAt" is null do update set key = excluded.key
    returning id, xmax = 0 as "isNew"`);
  if (row === null) throw new Error('A job was neither inserted nor found');
  return row;
}

/** A job without a creator, to insert. */
interface NewSystemJob {
  readonly id: string;
  readonly kind: string;
  readonly organizationId: string | null;
  readonly spaceId: string | null;
  readonly payload: unknown;
  readonly exclusive: string;
  readonly key: string | null;
}

/** Inserts jobs without a creator and adds them to the queue, except those with the key of an unfinished one. */
export async function insertSystemJobs({ sql: reader, now }: Context, jobs: readonly NewSystemJob[]): Promise<void> {
  const given = sql`unnest(${jobs.map(({ id }) => id)}::text[], ${jobs.map(({ kind }) => kind)}::text[],
    ${jobs.map(({ organizationId }) => organizationId)}::text[], ${jobs.map(({ spaceId }) => spaceId)}::text[],
    ${jobs.map(({ payload }) => JSON.stringify(payload))}::text[],
    ${jobs.map(({ exclusive }) => exclusive)}::text[], ${jobs.map(({ key }) => key)}::text[])
    given(id, kind, organization, space, input, exclusive, key)`;
  await reader.rows(sql`
    insert into jobs (id, kind, "organizationId", "spaceId", scopes, input, key, "createdAt")
    select given.id, given.kind, given.organization, given.space, '{}', given.input::jsonb, given.key, ${now().toISOString()}::timestamptz
    from ${given}
    on conflict (key) where "finishedAt" is null do nothing`);
  await reader.rows(sql`
    select q.id::text from ${given} join jobs j on j.id = given.id, lateral graphile_worker.add_job(${queueTask}, json_build_object('id', given.id),
      queue_name => given.exclusive, job_key => given.id, flags => array[${noCreatorFlag}::text, ${kindFlag('')} || given.kind]) q`);
}

/** A job that was inserted, for the queue. */
interface QueuedJob {
  readonly id: string;
  readonly kind: string;
  /** See `readOwner`. */
  readonly owner: string;
  readonly exclusive: string | null;
}

/** Adds a job to the queue, behind those with the same value of `exclusive`. */
export const addToQueue = (reader: Sql, { id, kind, owner, exclusive }: QueuedJob) =>
  reader.rows(sql`
    select id::text from graphile_worker.add_job(${queueTask}, json_build_object('id', ${id}::text),
      queue_name => ${exclusive}::text, job_key => ${id}::text, flags => array[${owner}::text, ${kindFlag(kind)}::text])`);

/** Removes jobs from the queue unless a process holds them. */
export const removeFromQueue = (reader: Sql, ids: readonly string[]) =>
  reader.rows(sql`
    select id::text from graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where key = any(${[...ids]}::text[])))`);

export const findJob = (reader: Sql, id: string) => reader.first<Job>(sql`${selectJobs} where j.id = ${id}`);

/** What changes with the state and the progress of jobs, by id. */
export async function listStates(reader: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader.rows<{ readonly id: string; readonly state: string }>(sql`
    select id, jsonb_build_array("startedAt", attempts, "progressDone", "progressTotal", phase, outcome)::text as state
    from jobs where id = any(${[...ids]}::text[])`);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** What events say of a job that has ended. */
interface JobEnd extends EventData<'job.finished'> {
  readonly id: string;
  readonly organizationId: string;
  readonly spaceId: string | null;
}

/** Lists the ends of those of the jobs that have ended and have a creator. */
export const listEnds = (reader: Sql, ids: readonly string[]) =>
  reader.rows<JobEnd>(sql`select id, "organizationId", "spaceId", kind, outcome as state, "createdById" as creator,
      "progressDone" as done, "progressTotal" as total, error ->> 'type' as error
    from jobs where id = any(${[...ids]}::text[]) and "finishedAt" is not null and "createdById" is not null`);

/** Marks an unfinished job as cancelled. False when it is already finished. */
export async function cancelUnfinished(reader: Sql, id: string): Promise<boolean> {
  const row = await reader.first(sql`update jobs set outcome = 'cancelled', "finishedAt" = now()
    where id = ${id} and "finishedAt" is null returning id`);
  return row !== null;
}

/** Deletes up to `limit` jobs that finished before a point in time; returns their number. */
export async function deleteFinished(reader: Sql, before: string, limit: number): Promise<number> {
  const rows = await reader.rows(sql`
    delete from jobs where id in (
      select id from jobs where "finishedAt" <= ${before}::timestamptz
      order by "finishedAt" limit ${limit}::int for update skip locked
    ) returning id`);
  return rows.length;
}
