import { beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../../src/app/process/jobs.ts';
import { cancelJob } from '../../../src/domain/core/jobs/cancel.ts';
import { enqueueJob, runJob, waitForJob } from '../../../src/domain/core/jobs/enqueue.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { failure } from '../../../src/lib/errors.ts';
import { aGrant, aMember, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { gate, letJobsBegin, retryAtOnce, runningOf, script, scripted, testJobs } from '../../jobs.ts';
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
const enqueue = (name: string, more: object = {}, caller = owner) =>
  enqueueJob(caller.context(), scripted, payloadOf(name), { ...place, ...more });
const finished = (id: string) => waitForJob(owner.context(), id, patienceMs);

describe('a job', () => {
  it('begins by itself where it was made, and gives its result to who waits', async () => {
    // The server of the tests does not poll, so this would wait forever without a notification.
    expect(await runJob(owner.context(), scripted, payloadOf(said('hello')), place)).toEqual({ said: 'hello' });
  });

  it('is neither made nor begun when the transaction that made it is undone', async () => {
    let ran = false;
    const name = script(async () => {
      ran = true;
      return { said: '' };
    });
    let id = '';
    await expect(
      transact(owner.context(), async (ctx) => {
        id = await enqueueJob(ctx, scripted, payloadOf(name), place);
        throw failure('conflict', 'No');
      }),
    ).rejects.toThrow('No');
    expect(await finished(await enqueue(said('after')))).toMatchObject({ state: 'completed' });
    expect(ran).toBe(false);
    expect((await owner.graphql(`{ job(id: "${id}") { id } }`)).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('fails with the refusal its function throws, at once', async () => {
    const id = await enqueue(script(() => Promise.reject(failure('import_refused', 'Nothing there'))));
    expect(await finished(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { type: 'import_refused', message: 'Nothing there' },
    });
    const again = runJob(owner.context(), scripted, payloadOf('none such'), place);
    await expect(again).rejects.toMatchObject({ type: 'invalid_state', message: 'There is no none such' });
  });

  it('is tried three times when its function breaks down, and says nothing of why', async () => {
    const id = await enqueue(script(() => Promise.reject(new Error('a secret of ours'))));
    await retryAtOnce(server.platform, id);
    await retryAtOnce(server.platform, id);
    expect(await finished(id)).toMatchObject({
      state: 'failed',
      attempts: 3,
      error: { type: 'internal', message: 'Internal error' },
    });
  });

  it('is one for each key while it is unfinished', async () => {
    const { open, opened } = gate();
    const name = script(async () => {
      await opened;
      return { said: 'once' };
    });
    const ids = [await enqueue(name, { key: 'k1' }), await enqueue(name, { key: 'k1' })];
    expect(ids[0]).toBe(ids[1]);
    open();
    await finished(ids[0]!);
    expect(await enqueue(said('anew'), { key: 'k1' })).not.toBe(ids[0]);
  });

  it('waits while another runs that it excludes, and then gets its turn', async () => {
    const log: string[] = [];
    const { open, opened } = gate();
    const step = (text: string, until: Promise<void>) =>
      script(async () => {
        log.push(`${text} begins`);
        await until;
        log.push(`${text} ends`);
        return { said: text };
      });
    const first = await enqueue(step('first', opened), { exclusive: 'x' });
    await expect.poll(() => log).toEqual(['first begins']);
    const others = [
      await enqueue(step('second', Promise.resolve()), { exclusive: 'x' }),
      await enqueue(step('third', Promise.resolve()), { exclusive: 'x' }),
    ];
    expect(await finished(await enqueue(said('free')))).toMatchObject({ state: 'completed' });
    expect(log).toEqual(['first begins']);
    open();
    await Promise.all([first, ...others].map(finished));
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  });

  it('waits for one that was cancelled until that has ended', async () => {
    const log: string[] = [];
    const { open, opened } = gate();
    const begun = gate();
    const deaf = script(async () => {
      begun.open();
      await opened;
      log.push('first ends');
      return { said: 'unheard' };
    });
    const next = script(async () => {
      log.push('second begins');
      return { said: 'second' };
    });
    const first = await enqueue(deaf, { exclusive: 'deaf' });
    await begun.opened;
    const second = await enqueue(next, { exclusive: 'deaf' });
    expect(await cancelJob(owner.context(), first)).toMatchObject({ state: 'cancelled' });
    expect(await finished(await enqueue(said('free')))).toMatchObject({ state: 'completed' });
    await letJobsBegin(server.platform.db.sql);
    expect(log).toEqual([]);
    open();
    expect(await finished(second)).toMatchObject({ state: 'completed' });
    expect(log).toEqual(['first ends', 'second begins']);
    expect(await finished(first)).toMatchObject({ state: 'cancelled', result: null });
  });

  it('completes in the transaction of what it does, or not at all', async () => {
    const title = async () =>
      (await server.platform.db.prisma.space.findUniqueOrThrow({ where: { id: place.spaceId } })).title;
    const rename = (to: string, after: () => void) =>
      script(async (ctx, run) => {
        await transact(ctx, async (inner) => {
          await inner.db.space.update({ where: { id: place.spaceId }, data: { title: to } });
          await run.complete(inner, { said: to });
          after();
        });
        throw new Error('What comes after does not matter');
      });
    expect(await finished(await enqueue(rename('Done', () => undefined)))).toMatchObject({
      state: 'completed',
      attempts: 1,
      result: { said: 'Done' },
    });
    const undone = rename('Undone', () => {
      throw failure('conflict', 'Too late');
    });
    expect(await finished(await enqueue(undone))).toMatchObject({ state: 'failed', result: null });
    expect(await title()).toBe('Done');
  });

  it('stops when it is cancelled, and what it was about to do is undone', async () => {
    const { open, opened } = gate();
    let aborted: Promise<unknown> = Promise.resolve();
    const name = script(async (ctx, run) => {
      aborted = new Promise((resolve) => run.signal.addEventListener('abort', resolve));
      open();
      await aborted;
      await transact(ctx, (inner) => run.complete(inner, { said: 'too late' }));
      return { said: 'too late' };
    });
    const id = await enqueue(name);
    await opened;
    expect(await cancelJob(owner.context(), id)).toMatchObject({ state: 'cancelled' });
    await aborted;
    await server.statements.settled();
    expect(await finished(id)).toMatchObject({ state: 'cancelled', result: null, error: null });
    await expect(cancelJob(owner.context(), id)).rejects.toMatchObject({ type: 'invalid_state' });
  });

  it('tells how far it is', async () => {
    const { open, opened } = gate();
    const id = await enqueue(
      script(async (_ctx, run) => {
        run.progress({ done: 3, total: 10, phase: 'reading pages' });
        await opened;
        return { said: '' };
      }),
    );
    await expect
      .poll(async () => (await owner.rest(`GET /v1/jobs/${id}`)).body.progress)
      .toEqual({ done: 3, total: 10, phase: 'reading pages' });
    expect((await owner.rest(`GET /v1/jobs/${id}`)).body).toMatchObject({ state: 'running', createdBy: owner.userId });
    open();
    await finished(id);
  });

  it('fails when its creator lost the access in the meantime', async () => {
    const writer = await aMember(server, organization.id, null);
    const grant = await aGrant(server, organization.id, { on: place, to: writer, role: 'edit' });
    const { open, opened } = gate();
    const blocker = await enqueue(
      script(async () => {
        await opened;
        return { said: '' };
      }),
      { exclusive: 'access' },
    );
    const id = await enqueue(said('never'), { exclusive: 'access' }, writer);
    await server.platform.db.prisma.grant.delete({ where: grant });
    open();
    await finished(blocker);
    expect(await finished(id)).toMatchObject({ state: 'failed', error: { type: 'not_found' } });
  });

  it('has no more scopes than the token that made it', async () => {
    const narrow = await server.as(owner.userId, { scopes: ['space:content:read'] });
    const id = await enqueueJob(narrow.context(), scripted, payloadOf(said('never')), place);
    expect(await finished(id)).toMatchObject({ state: 'failed', error: { type: 'insufficient_scope' } });
  });

  it('goes back into the queue when its process is told to stop', async () => {
    const { open, opened } = gate();
    const hold = script(async () => {
      await opened;
      return { said: '' };
    });
    // The maximum number of jobs that the first process of this test runs at once for one user.
    const held = await Promise.all(Array.from({ length: 3 }, () => enqueue(hold)));
    await expect.poll(() => runningOf(server.platform.db.sql, held)).toBe(3);
    const second = startJobs(server.platform, { looksAround: false, more: testJobs });
    const begun = gate();
    const id = await enqueue(
      script(async (_ctx, run) => {
        if (begun.isOpen()) return { said: 'by another' };
        begun.open();
        await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
        throw run.signal.reason;
      }),
    );
    await begun.opened;
    await second.stop(0);
    expect((await owner.rest(`GET /v1/jobs/${id}`)).body).toMatchObject({ state: 'queued', attempts: 0 });
    open();
    expect(await finished(id)).toMatchObject({ state: 'completed', attempts: 1, result: { said: 'by another' } });
  });
});

describe('who sees a job', () => {
  it('is its creator and the admins of the space', async () => {
    const [reader, writer] = [
      await aMember(server, organization.id, 'create'),
      await aMember(server, organization.id, 'edit'),
    ];
    const admin = await aMember(server, organization.id, 'admin');
    const id = await enqueue(said('mine'), {}, writer);
    const statusFor = async (caller: Caller) => (await caller.rest(`GET /v1/jobs/${id}`)).status;
    expect(await Promise.all([writer, admin, reader, await server.aUser()].map(statusFor))).toEqual([
      200, 200, 404, 404,
    ]);
    const pinned = await server.as(writer.userId, { organizationId: (await anOrganization(server)).id });
    expect(await statusFor(pinned)).toBe(404);
    expect(
      (await reader.graphql(`mutation { cancelJob(jobId: "${id}") { job { id } } }`)).body.errors[0].extensions.code,
    ).toBe('NOT_FOUND');
  });
});
