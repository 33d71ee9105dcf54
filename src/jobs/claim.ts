import { sql } from '../db/sql.ts';
import type { Context } from '../domain/context.ts';
import { decideAlone, deliver, executeIn, releaseNext } from '../domain/jobs/deliver.ts';
import { maxAttempts } from '../domain/jobs/fields.ts';
import type { Job, JobError } from '../domain/jobs/jobs.ts';
import { transact } from '../domain/transact.ts';

/** A job that is this process's while the lease stands in its row: at work, or called off and not yet at its end. */
export interface ClaimedJob extends Job {
  readonly lease: string;
}

/**
 * Takes the next job: its delivery is used up and its lease written in one transaction, so a crash leaves it as it was.
 * `none` when there is nothing to take; null when what was delivered is over, or has to wait for another.
 */
export async function claimNext(outer: Context, lease: string): Promise<ClaimedJob | null | 'none'> {
  return transact(outer, async (ctx) => {
    const id = await ctx.queue.take(executeIn(ctx));
    if (id === null) return 'none';
    const found = await ctx.sql.first<{ exclusive: string | null }>(
      sql`select exclusive from jobs where id = ${id} for update`,
    );
    // Without it, two claims at once do not see each other, nor a claim the end of what it has to wait for.
    if (typeof found?.exclusive === 'string') await decideAlone(ctx, found.exclusive);
    const job = await ctx.sql.first<ClaimedJob>(sql`update jobs j
      set state = 'running', attempts = attempts + 1, lease = ${lease}, "heartbeatAt" = now(),
        "startedAt" = coalesce("startedAt", now()), waiting = false
      where id = ${id} and state = 'queued' and not exists (
        select from jobs other where other.exclusive = j.exclusive and other.lease is not null)
      returning *`);
    if (job === null) await postpone(ctx, id);
    return job;
  });
}

/**
 * Leaves a queued job to the end of the one that it waits for. That one is held meanwhile: when it is ending just now, its
 * end has looked for who waits already, and the job is delivered anew.
 */
async function postpone(ctx: Context, id: string): Promise<void> {
  const job = await ctx.sql.first<{ exclusive: string | null }>(
    sql`select exclusive from jobs where id = ${id} and state = 'queued'`,
  );
  if (job === null) return;
  const other = await ctx.sql.first(
    sql`select id from jobs where exclusive = ${job.exclusive} and lease is not null limit 1 for share`,
  );
  if (other === null) await deliver(ctx, id);
  else await ctx.sql.rows(sql`update jobs set waiting = true where id = ${id} and state = 'queued'`);
}

/** How a run ended. */
export type Outcome =
  | { readonly state: 'completed'; readonly result: unknown }
  | { readonly state: 'failed'; readonly error: JobError }
  /** Back into the queue: it may go better another time, or the process ends. */
  | { readonly state: 'queued'; readonly attempts: number; readonly afterMs: number };

/** Writes the end of a run, in the transaction of the caller where there is one. False when the job is no longer this run's. */
export async function settle(outer: Context, { id, lease }: Pick<ClaimedJob, 'id' | 'lease'>, outcome: Outcome) {
  return transact(outer, async (ctx) => {
    const result = outcome.state === 'completed' ? JSON.stringify(outcome.result ?? null) : null;
    const error = outcome.state === 'failed' ? JSON.stringify(outcome.error) : null;
    const settled = await ctx.sql.first<{ exclusive: string | null }>(sql`update jobs
      set state = ${outcome.state}, result = ${result}::jsonb, error = ${error}::jsonb, lease = null,
        "progressDone" = case when ${outcome.state} = 'completed' then coalesce("progressTotal", "progressDone") else "progressDone" end,
        attempts = coalesce(${outcome.state === 'queued' ? outcome.attempts : null}::int, attempts),
        "finishedAt" = case when ${outcome.state} = 'queued' then null else now() end
      where id = ${id} and lease = ${lease} and state = 'running' returning exclusive`);
    if (settled === null) return false;
    if (outcome.state === 'queued') await deliver(ctx, id, outcome.afterMs);
    await releaseNext(ctx, settled.exclusive);
    ctx.afterCommit(() => ctx.queue.signals.changed(id));
    return true;
  });
}

/** Gives up the lease of a run whose function has ended: one that was called off meanwhile lets the next begin. */
export async function endLease(outer: Context, { id, lease }: Pick<ClaimedJob, 'id' | 'lease'>): Promise<void> {
  await transact(outer, async (ctx) => {
    const ended = await ctx.sql.first<{ exclusive: string | null }>(sql`update jobs set lease = null
      where id = ${id} and lease = ${lease} and state = 'cancelled' returning exclusive`);
    if (ended !== null) await releaseNext(ctx, ended.exclusive);
  });
}

const lost: JobError = { type: 'internal', message: `The process that ran it ended, ${maxAttempts} times` };

/**
 * Takes up the jobs whose process gave no sign for so long, and those that wait for one that is over. A process that
 * only was slow finds its lease gone and stops.
 */
export async function recoverJobs(outer: Context, silentMs: number): Promise<number> {
  return transact(outer, async (ctx) => {
    const silent = await ctx.sql.rows<{ id: string; state: string; exclusive: string | null }>(sql`update jobs
      set state = case when state = 'cancelled' then state
          when attempts >= ${maxAttempts}::int then 'failed' else 'queued' end,
        error = case when state = 'running' and attempts >= ${maxAttempts}::int then ${JSON.stringify(lost)}::jsonb end,
        "finishedAt" = case when state = 'cancelled' then "finishedAt"
          when attempts >= ${maxAttempts}::int then now() end, lease = null
      where id in (select id from jobs where lease is not null
        and "heartbeatAt" <= now() - make_interval(secs => ${silentMs}::float8 / 1000)
        order by id limit 100 for update skip locked)
      returning id, state, exclusive`);
    const parked = await ctx.sql.rows<{ id: string; state: string }>(sql`update jobs set waiting = false
      where id in (select distinct on (exclusive) id from jobs j where state = 'queued' and waiting
        and not exists (select from jobs other where other.exclusive = j.exclusive and other.lease is not null)
        order by exclusive, "createdAt", id limit 100)
      returning id, state`);
    for (const { id, state } of [...silent, ...parked]) {
      // At most two hundred, and mostly none.
      // oxlint-disable-next-line no-await-in-loop
      if (state === 'queued') await deliver(ctx, id);
      ctx.afterCommit(() => ctx.queue.signals.changed(id));
    }
    return silent.length;
  });
}
