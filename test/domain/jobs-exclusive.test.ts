import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/db/sql.ts';
import type { Context } from '../../src/domain/context.ts';
import { cancelJob } from '../../src/domain/jobs/cancel.ts';
import { enqueueJob } from '../../src/domain/jobs/enqueue.ts';
import { claimNext, recoverJobs, settle, type ClaimedJob } from '../../src/jobs/claim.ts';
import { failure } from '../../src/lib/errors.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { script, scripted } from '../jobs.ts';

let server: Harness;
let owner: Caller;
let place: { organizationId: string; spaceId: string };

beforeAll(async () => {
  server = await startServer();
  const { id, owner: admin } = await anOrganization(server);
  owner = admin;
  place = { organizationId: id, spaceId: (await aSpace(server, id)).id };
});

/** A context that tells nobody of its jobs, so that only the test takes them. */
const quiet = (): Context => {
  const ctx = owner.context();
  return { ...ctx, queue: { ...ctx.queue, signals: { ...ctx.queue.signals, wake: () => undefined } } };
};

const enqueue = (ctx: Context, exclusive: string) =>
  enqueueJob(ctx, scripted, { spaceId: place.spaceId, script: '' }, { ...place, exclusive });

const claimed = (jobs: readonly Awaited<ReturnType<typeof claimNext>>[]) =>
  jobs.filter((job): job is ClaimedJob => job !== null && job !== 'none');

describe('jobs that exclude each other', () => {
  it('are claimed one at a time, by however many at once', async () => {
    const ctx = quiet();
    for (let round = 0; round < 15; round++) {
      const word = `claims ${round}`;
      const ids = await Promise.all([1, 2, 3, 4].map(() => enqueue(ctx, word)));
      const first = claimed(await Promise.all(ids.map((_, at) => claimNext(ctx, `lease ${round} ${at}`))));
      expect(first).toHaveLength(1);
      const waiting = await ctx.sql.rows(sql`select id from jobs where exclusive = ${word} and waiting`);
      expect(waiting).toHaveLength(3);
      await ctx.sql.rows(
        sql`update jobs set state = 'cancelled', lease = null, "finishedAt" = now() where exclusive = ${word}`,
      );
    }
  });

  it('get their turn, whenever the one before them ends', async () => {
    const ctx = quiet();
    for (let round = 0; round < 15; round++) {
      const word = `ends ${round}`;
      await enqueue(ctx, word);
      const [before] = claimed([await claimNext(ctx, `before ${round}`)]);
      if (!before) throw new Error('Nothing was claimed');
      const id = await enqueue(ctx, word);
      const [at] = await Promise.all([
        claimNext(ctx, `at ${round}`),
        settle(ctx, before, { state: 'completed', result: { said: '' } }),
      ]);
      const next = claimed([at, await claimNext(ctx, `after ${round}`)]);
      expect(next.map((job) => job.id)).toEqual([id]);
      await settle(ctx, next[0]!, { state: 'completed', result: { said: '' } });
    }
  });
});

describe('a job that was called off', () => {
  it('holds others up until its process is gone', async () => {
    const ctx = quiet();
    await enqueue(ctx, 'dead');
    const [first] = claimed([await claimNext(ctx, 'lease of the dead')]);
    if (!first) throw new Error('Nothing was claimed');
    const second = await enqueue(ctx, 'dead');
    await cancelJob(ctx, first.id);
    expect(claimed([await claimNext(ctx, 'too early')])).toEqual([]);
    expect(await recoverJobs(ctx, 60_000)).toBe(0);
    expect(claimed([await claimNext(ctx, 'still too early')])).toEqual([]);
    expect(await recoverJobs(ctx, 0)).toBe(1);
    const next = claimed([await claimNext(ctx, 'in time')]);
    expect(next.map(({ id }) => id)).toEqual([second]);
    await settle(ctx, next[0]!, { state: 'completed', result: { said: '' } });
    const row = await ctx.sql.first(sql`select state, lease, error from jobs where id = ${first.id}`);
    expect(row).toEqual({ state: 'cancelled', lease: null, error: null });
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
    const delivery = () =>
      ctx.sql.first<{ later: boolean }>(
        sql`select start_after > created_on as later from pgboss.job where data->>'jobId' = ${id}`,
      );
    await expect.poll(() => tries).toBe(1);
    await expect.poll(delivery).toEqual({ later: true });
    await expect
      .poll(async () => (await ctx.sql.first(sql`select state, attempts from jobs where id = ${id}`)) as unknown, {
        timeout: 10_000,
      })
      .toEqual({ state: 'completed', attempts: 2 });
  });
});
