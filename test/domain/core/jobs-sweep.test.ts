import { expect, it } from 'vitest';
import { storeBytes } from '../../../src/domain/authoring/content/store-bytes.ts';
import { sweepContent } from '../../../src/domain/authoring/content/sweep.ts';
import { storageKey } from '../../../src/infra/storage/content-key.ts';
import { sweepJobs } from '../../../src/domain/core/jobs/sweep.ts';
import { aJob, anOrganization, aSpace } from '../../factories.ts';
import { startServer } from '../../harness.ts';
import { holdJob } from '../../jobs.ts';
import { clock } from '../../setup/clock.ts';

const hour = 3_600_000;

it('The sweep deletes jobs a week after they finished, whatever their outcome, and no others', async () => {
  const server = await startServer();
  const { id: organizationId, owner } = await anOrganization(server);
  // Years in the future, so that the jobs of other tests have expired.
  const start = Date.UTC(2090, 0, 1);
  const endedAt = (hours: number) => ({ finishedAt: new Date(start + hours * hour) });
  const made = {
    completed: await aJob(server, organizationId, { outcome: 'completed', result: { said: 'x' }, ...endedAt(0) }),
    failed: await aJob(server, organizationId, { outcome: 'failed', ...endedAt(0) }),
    cancelled: await aJob(server, organizationId, { outcome: 'cancelled', ...endedAt(0) }),
    later: await aJob(server, organizationId, { outcome: 'completed', ...endedAt(1) }),
    queued: await aJob(server, organizationId, { createdAt: new Date(0) }),
    running: await aJob(server, organizationId, { createdAt: new Date(0) }),
  };
  const { prisma } = server.platform.db;
  await holdJob(server.platform.db.sql, made.running.id, { worker: 'somebody' });
  const many = Array.from({ length: 600 }, (_none, index) => ({
    id: `${made.completed.id}_${index}`,
    kind: 'example',
    organizationId,
    scopes: [],
    input: {},
    outcome: 'completed',
    ...endedAt(0),
  }));
  await prisma.job.createMany({ data: many });
  const left = async () =>
    (await prisma.job.findMany({ where: { organizationId }, select: { id: true } })).map(({ id }) => id).toSorted();
  const ctx = owner.context();
  const at = (hours: number) => sweepJobs({ ...ctx, now: () => new Date(start + hours * hour) });
  const sortedIds = (jobs: readonly { readonly id: string }[]) => jobs.map(({ id }) => id).toSorted();
  const look = async () => (await owner.rest(`GET /v1/jobs/${made.completed.id}`)).status;

  await at(167.9);
  expect(await left()).toEqual(sortedIds([...Object.values(made), ...many]));
  expect(await look()).toBe(200);
  expect(await at(168)).toBe(many.length + 3);
  expect(await left()).toEqual(sortedIds([made.later, made.queued, made.running]));
  expect(await look()).toBe(404);

  const soon = { ...ctx.config, JOB_RETENTION_HOURS: 2 };
  await sweepJobs({ ...ctx, config: soon, now: () => new Date(start + 3 * hour) });
  expect(await left()).toEqual(sortedIds([made.queued, made.running]));
});

it('A PDF that nobody requested during a day is deleted with its bytes', async () => {
  const server = await startServer();
  const { id: organizationId, owner } = await anOrganization(server);
  const { id: spaceId } = await aSpace(server, organizationId);
  const ctx = owner.context();
  const [kept] = await storeBytes(ctx, [{ name: 'export.pdf', body: Buffer.from(`%PDF-1.7 ${spaceId}`) }]);
  if (!kept) throw new Error('Nothing was kept');
  const { prisma } = server.platform.db;
  await prisma.pdfExport.create({
    data: { id: `pdf_${spaceId}`, spaceId, key: spaceId, name: 'x.pdf', pages: 1, blobHash: kept.hash },
  });
  const sweep = async (hours: number) => {
    const now = () => new Date(clock.now().getTime() + hours * hour);
    while ((await sweepContent({ ...ctx, now })).blobs > 0);
  };
  const isThere = async () => [
    await prisma.pdfExport.count({ where: { spaceId } }),
    await ctx.storage.exists(storageKey(kept.hash)),
  ];
  await sweep(23);
  expect(await isThere()).toEqual([1, true]);
  await sweep(25);
  expect(await isThere()).toEqual([0, false]);
});
