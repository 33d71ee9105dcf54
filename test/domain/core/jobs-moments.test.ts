import { beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../../src/app/process/jobs.ts';
import { enqueueJob, waitForJob } from '../../../src/domain/core/jobs/enqueue.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { aJob, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { gate, holdJob, letJobsBegin, runningOf, script, scripted, testJobs } from '../../jobs.ts';
import { patienceMs } from '../../setup/patience.ts';

let server: Harness;
let owner: Caller;
let place: { organizationId: string; spaceId: string };

beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  ({ owner } = organization);
  place = { organizationId: organization.id, spaceId: (await aSpace(server, organization.id)).id };
});

const enqueue = (name: string, more: object = {}) =>
  enqueueJob(owner.context(), scripted, { spaceId: place.spaceId, script: name }, { ...place, ...more });
const finished = (id: string) => waitForJob(owner.context(), id, patienceMs);

describe('a job that waits for another', () => {
  // The embedded database has a single connection, so these moments cannot overlap.
  it.skipIf(process.env['TEST_ENGINE'] !== 'postgres')(
    'gets its turn when the other ends at the moment it is looked at',
    async () => {
      const other = await aJob(server, place.organizationId, { ...place });
      await holdJob(server.platform.db.sql, other.id, { worker: 'x', exclusive: 'moment' });
      const id = await enqueue(
        script(async () => ({ said: 'my turn' })),
        { exclusive: 'moment' },
      );
      // The next poll finds jobs that ended in another process.
      const polling = startJobs(server.platform, { more: testJobs });
      const ending = await server.platform.db.pool.connect();
      await ending.query('begin');
      await ending.query(`update jobs set outcome = 'completed', "finishedAt" = now() where id = $1`, [other.id]);
      await ending.query(`delete from graphile_worker._private_jobs where key = $1`, [other.id]);
      await ending.query(`update graphile_worker._private_job_queues set locked_by = null, locked_at = null
        where queue_name = 'moment'`);
      server.platform.services.jobSignals.wake();
      await letJobsBegin(server.platform.db.sql);
      await ending.query('commit');
      ending.release();
      expect(await finished(id)).toMatchObject({ state: 'completed', result: { said: 'my turn' } });
      await polling.stop(1_000);
    },
  );
});

describe('a process that is told to stop', () => {
  it('gives back a job that does not listen, and what that does afterwards is not written', async () => {
    const { open, opened } = gate();
    const hold = script(async () => {
      await opened;
      return { said: '' };
    });
    const held = await Promise.all(Array.from({ length: 3 }, () => enqueue(hold)));
    await expect.poll(() => runningOf(server.platform.db.sql, held)).toBe(3);
    const second = startJobs(server.platform, { looksAround: false, more: testJobs });
    const [begun, deaf, late] = [gate(), gate(), gate()];
    const id = await enqueue(
      script(async (ctx, run) => {
        if (begun.isOpen()) return { said: 'by another' };
        begun.open();
        await deaf.opened;
        const written = await transact(ctx, (inner) => run.complete(inner, { said: 'too late' })).catch(String);
        expect(written).toMatch(/another process has taken it over/);
        late.open();
        return { said: 'too late' };
      }),
    );
    await begun.opened;
    await second.stop(0);
    expect((await owner.rest(`GET /v1/jobs/${id}`)).body).toMatchObject({ state: 'queued', attempts: 0 });
    deaf.open();
    await late.opened;
    open();
    expect(await finished(id)).toMatchObject({ state: 'completed', attempts: 1, result: { said: 'by another' } });
  });
});
