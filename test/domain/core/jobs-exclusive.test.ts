import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { cancelJob } from '../../../src/domain/core/jobs/cancel.ts';
import { enqueueJob } from '../../../src/domain/core/jobs/enqueue.ts';
import { queueTask } from '../../../src/domain/core/jobs/fields.ts';
import { finishRun } from '../../../src/domain/core/jobs/queries/runs.ts';
import { createQueue, type QueueRun } from '../../../src/infra/queue/queue.ts';
import { recoverJobs } from '../../../src/jobs/recover.ts';
import { failure } from '../../../src/lib/errors.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { retryAtOnce, script, scripted } from '../../jobs.ts';

let server: Harness;
let owner: Caller;
let place: { organizationId: string; spaceId: string };

beforeAll(async () => {
  server = await startServer();
  await server.restartRunner();
  const { id, owner: admin } = await anOrganization(server);
  owner = admin;
  place = { organizationId: id, spaceId: (await aSpace(server, id)).id };
});

// Other test files of this process may have left jobs. Those that are retried later are ended, because recovery adds
// unfinished jobs to the queue again. Those that run are waited for, because the runner of the server takes the next job
// of the queue when one ends. The jobs that a test holds have other names of workers than those of Graphile Worker.
beforeEach(async () => {
  const reader = server.platform.db.sql;
  const held = sql`select id::text from graphile_worker.jobs where locked_by like 'worker-%'`;
  await reader.rows(sql`delete from graphile_worker._private_jobs where locked_at is null`);
  await reader.rows(sql`update jobs set outcome = 'cancelled', "finishedAt" = now()
    where "finishedAt" is null and not exists (select from graphile_worker.jobs q where q.key = jobs.id)`);
  await expect.poll(async () => (await reader.rows(held)).length).toBe(0);
  // The runner looks for another job after it has recorded the end of the last.
  await server.statements.settled();
});

/** A context that wakes no runner, so that only the test takes its jobs. */
const quiet = (): Context => {
  const ctx = owner.context();
  return { ...ctx, jobSignals: { ...ctx.jobSignals, wake: () => undefined } };
};

const enqueue = (ctx: Context, exclusive: string) =>
  enqueueJob(ctx, scripted, { spaceId: place.spaceId, script: '' }, { ...place, exclusive });

interface Taken {
  readonly jobId: string;
  /** Completes the job, unless it is finished, and resolves when the queue has recorded it. */
  end(): Promise<void>;
}

/** Takes a job from the queue; null when there is none. It runs until `end` is called. */
async function takeOne(): Promise<Taken | null> {
  let queueRun: QueueRun | null = null;
  let end = () => undefined as void;
  const errors: unknown[] = [];
  const take = createQueue({
    pool: server.platform.db.pool,
    task: queueTask,
    run: (taken, begun) =>
      new Promise((resolve) => {
        queueRun = taken;
        end = resolve;
        begun();
      }),
    onError: (error) => void errors.push(error),
  });
  const taken = await take([]);
  // The queue reports a statement that failed as if it had no job.
  expect(errors).toEqual([]);
  if (taken === null) return null;
  const run = queueRun as unknown as QueueRun;
  const finish = async () => {
    await finishRun(server.platform.db.sql, run, { state: 'completed', result: { said: '' } });
    end();
    await taken.done;
  };
  // The next test, and a second attempt, would wait for a job that a failed test holds.
  onTestFinished(finish);
  return { jobId: run.jobId, end: finish };
}

const taken = (jobs: readonly (Taken | null)[]) => jobs.filter((job) => job !== null);

describe('jobs that exclude each other', () => {
  it('are taken one at a time, however many processes take jobs at once', async () => {
    const ctx = quiet();
    for (let round = 0; round < 15; round++) {
      const word = `claims ${round}`;
      const ids = await Promise.all([1, 2, 3, 4].map(() => enqueue(ctx, word)));
      const first = taken(await Promise.all(ids.map(takeOne)));
      expect(first).toHaveLength(1);
      const waiting = await ctx.sql.rows(
        sql`select id::text from graphile_worker.jobs where queue_name = ${word} and locked_by is null`,
      );
      expect(waiting).toHaveLength(3);
      await Promise.all(ids.map((id) => cancelJob(ctx, id)));
      await first[0]!.end();
    }
  });

  it('get their turn, whenever the one before them ends', async () => {
    const ctx = quiet();
    for (let round = 0; round < 15; round++) {
      const word = `ends ${round}`;
      await enqueue(ctx, word);
      const before = await takeOne();
      if (!before) throw new Error('Nothing was taken');
      const id = await enqueue(ctx, word);
      const [at] = await Promise.all([takeOne(), before.end()]);
      const next = taken([at, await takeOne()]);
      expect(next.map((job) => job.jobId)).toEqual([id]);
      await next[0]!.end();
    }
  });
});

describe('a job that was cancelled', () => {
  it('excludes others until its process is gone', async () => {
    const ctx = quiet();
    await enqueue(ctx, 'dead');
    const first = await takeOne();
    if (!first) throw new Error('Nothing was taken');
    const second = await enqueue(ctx, 'dead');
    await cancelJob(ctx, first.jobId);
    expect(await takeOne()).toBeNull();
    expect(await recoverJobs(ctx, 60_000)).toBe(0);
    expect(await takeOne()).toBeNull();
    expect(await recoverJobs(ctx, 0)).toBe(1);
    const next = await takeOne();
    expect(next?.jobId).toBe(second);
    await next?.end();
    const row = await ctx.sql.first(sql`select outcome, error from jobs where id = ${first.jobId}`);
    expect(row).toEqual({ outcome: 'cancelled', error: null });
    const left = await ctx.sql.rows(sql`select id::text from graphile_worker.jobs where key = ${first.jobId}`);
    expect(left).toEqual([]);
    await first.end();
  });
});

describe('a job that finds no room', () => {
  it('is not tried again at once', async () => {
    let tries = 0;
    const name = script(async () => {
      tries += 1;
      if (tries === 1) throw failure('overloaded', 'Too much to do');
      return { said: 'later' };
    });
    const ctx = owner.context();
    const id = await enqueueJob(ctx, scripted, { spaceId: place.spaceId, script: name }, place);
    const queueRun = () =>
      ctx.sql.first<{ later: boolean }>(
        sql`select run_at > created_at as later from graphile_worker.jobs where key = ${id}`,
      );
    await expect.poll(() => tries).toBe(1);
    await expect.poll(queueRun).toEqual({ later: true });
    await retryAtOnce(server.platform, id);
    await expect
      .poll(async () => (await ctx.sql.first(sql`select outcome, attempts from jobs where id = ${id}`)) as unknown)
      .toEqual({ outcome: 'completed', attempts: 2 });
  });
});
