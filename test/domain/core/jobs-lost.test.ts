import { beforeAll, expect, it } from 'vitest';
import { startJobs } from '../../../src/app/process/jobs.ts';
import { enqueueJob, waitForJob } from '../../../src/domain/core/jobs/enqueue.ts';
import { revalidation } from '../../../src/domain/publishing/renderers/kind.ts';
import { addToQueue } from '../../../src/domain/core/jobs/queries/jobs.ts';
import { aJob, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { gate, holdJob, letJobsBegin, runningOf, script, scripted, testJobs } from '../../jobs.ts';
import { patienceMs } from '../../setup/patience.ts';

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
let place: { organizationId: string; spaceId: string };

beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
  place = { organizationId: organization.id, spaceId: (await aSpace(server, organization.id)).id };
});

const said = (text: string) => script(async () => ({ said: text }));
const payloadOf = (name: string) => ({ spaceId: place.spaceId, script: name });
const enqueue = (name: string) => enqueueJob(owner.context(), scripted, payloadOf(name), place);
const finished = (id: string) => waitForJob(owner.context(), id, patienceMs);

it('A job whose process ended is tried once more, and fails when that process ends too', async () => {
  const lost = async (attempts: number, losses: number) => {
    const { id } = await aJob(server, organization.id, {
      ...place,
      kind: scripted.name,
      createdById: owner.userId,
      scopes: ['space:read'],
      input: payloadOf(said('at last')),
      attempts,
      losses,
    });
    await holdJob(server.platform.db.sql, id, { worker: `dead ${id}`, heldMs: 3_600_000, attempts });
    return id;
  };
  const ids = [await lost(1, 0), await lost(2, 1), await lost(3, 0)];
  const another = startJobs(server.platform, { more: testJobs });
  const [taken, lostTwice, triedThrice] = await Promise.all(ids.map(finished));
  await another.stop(1_000);
  expect(taken).toMatchObject({ state: 'completed', attempts: 2 });
  expect(lostTwice).toMatchObject({
    state: 'failed',
    attempts: 2,
    error: { type: 'internal', message: expect.stringMatching(/The server stopped unexpectedly/) },
  });
  expect(triedThrice).toMatchObject({ state: 'failed', attempts: 3, error: { type: 'internal' } });
});

it('A delivery to a renderer whose process ended at its third attempt is tried again, as its kind allows', async () => {
  const { id } = await aJob(server, organization.id, {
    kind: revalidation.name,
    createdById: null,
    input: { rendererId: 'rnd_gone', tags: ['site:site_1'] },
    attempts: 3,
    losses: 0,
  });
  await holdJob(server.platform.db.sql, id, { worker: `dead ${id}`, heldMs: 3_600_000, attempts: 3 });
  const another = startJobs(server.platform);
  const stored = () => server.platform.db.prisma.job.findUniqueOrThrow({ where: { id } });
  await expect.poll(async () => (await stored()).outcome).toBe('completed');
  await another.stop(1_000);
  expect(await stored()).toMatchObject({ attempts: 4, losses: 1 });
});

it('A job whose process ended runs alone in the next process', async () => {
  const log: string[] = [];
  const { open, opened } = gate();
  const begun = gate();
  const blocker = await enqueue(
    script(async () => {
      begun.open();
      await opened;
      log.push('other ends');
      return { said: '' };
    }),
  );
  await begun.opened;
  const { id } = await aJob(server, organization.id, {
    ...place,
    kind: scripted.name,
    createdById: owner.userId,
    scopes: ['space:read'],
    input: payloadOf(
      script(async () => {
        log.push('lost begins');
        await letJobsBegin(server.platform.db.sql);
        log.push('lost ends');
        return { said: '' };
      }),
    ),
    losses: 1,
  });
  await addToQueue(server.platform.db.sql, { id, kind: 'test', owner: owner.userId, exclusive: null });
  server.platform.services.jobSignals.wake();
  await expect.poll(() => runningOf(server.platform.db.sql, [id])).toBe(1);
  const next = await enqueue(
    script(async () => {
      log.push('next begins');
      return { said: '' };
    }),
  );
  await letJobsBegin(server.platform.db.sql);
  expect(log).toEqual([]);
  open();
  await Promise.all([blocker, id, next].map(finished));
  expect(log).toEqual(['other ends', 'lost begins', 'lost ends', 'next begins']);
});
