import { beforeAll, expect, test } from 'vitest';
import { enqueueJob, waitForJob } from '../../../src/domain/core/jobs/enqueue.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { gate, runningOf, script, scripted } from '../../jobs.ts';
import { patienceMs } from '../../setup/patience.ts';

let server: Harness;
let owner: Caller;
let other: Caller;
let place: { organizationId: string; spaceId: string };

beforeAll(async () => {
  server = await startServer();
  const { id, owner: admin } = await anOrganization(server);
  owner = admin;
  other = await aMember(server, id, 'admin');
  place = { organizationId: id, spaceId: (await aSpace(server, id)).id };
});

const enqueue = (caller: Caller, name: string) =>
  enqueueJob(caller.context(), scripted, { spaceId: place.spaceId, script: name }, place);

const stateOf = async (id: string, ms: number) => (await waitForJob(owner.context(), id, ms)).state;

test('a job begins at once although another user has more long jobs than run at once', async () => {
  const held = gate();
  const waits = script(async () => {
    await held.opened;
    return { said: 'late' };
  });
  const many: string[] = [];
  for (let count = 0; count < 12; count += 1) many.push(await enqueue(owner, waits));
  await expect.poll(() => runningOf(server.platform.db.sql, many)).toBe(3);
  const quick = await enqueue(
    other,
    script(async () => ({ said: 'soon' })),
  );
  expect(await stateOf(quick, patienceMs)).toBe('completed');
  expect(await runningOf(server.platform.db.sql, many)).toBe(3);
  held.open();
  for (const id of many) expect(await stateOf(id, patienceMs)).toBe('completed');
});

test('the next job is one of the user who has the fewest running', async () => {
  const third = await aMember(server, place.organizationId, 'admin');
  const held = gate();
  const begun: string[] = [];
  const named = (name: string, until: Promise<void>) =>
    script(async () => {
      begun.push(name);
      await until;
      return { said: name };
    });
  const ids: string[] = [];
  const add = async (caller: Caller, name: string, until = held.opened) =>
    ids.push(await enqueue(caller, named(name, until)));
  const short = gate();
  await add(owner, 'a1');
  await add(owner, 'a2');
  await add(other, 'b1');
  await add(third, 'c1', short.opened);
  await expect.poll(() => begun.length).toBe(4);
  await add(owner, 'a3');
  await add(other, 'b2');
  await add(third, 'c2', Promise.resolve());
  short.open();
  await expect.poll(() => begun.slice(4)).toEqual(['c2', 'b2']);
  held.open();
  for (const id of ids) expect(await stateOf(id, patienceMs)).toBe('completed');
});
