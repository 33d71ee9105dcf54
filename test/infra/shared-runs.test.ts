import { expect, test } from 'vitest';
import { createSharedRuns } from '../../src/infra/workers/shared-runs.ts';
import { failure } from '../../src/lib/errors.ts';
import { createTurns } from '../../src/lib/turns.ts';

const documents = Array.from({ length: 42 }, (_, number) => `document ${number}`);

/** Runs of which `atOnce` are under way, each for one turn of the event loop. */
function runsOf({ atOnce = 2, maxWaiting = 400 } = {}) {
  const refuse = () => failure('overloaded', 'Too many', { retryAfterSeconds: 2 });
  const shareRun = createSharedRuns(createTurns({ atOnce, maxWaiting, refuse }));
  const begun: string[] = [];
  const aborted: string[] = [];
  const ask = (owner: string, key: string, signal?: AbortSignal, onBegin = () => undefined as void) =>
    shareRun(
      { owner, signal },
      {
        key,
        onBegin,
        run: async (stop) => {
          begun.push(key);
          stop.addEventListener('abort', () => aborted.push(key));
          await new Promise((resolve) => setImmediate(resolve));
          if (key === 'broken') throw new Error('broken');
          return `result of ${key}`;
        },
      },
    );
  return { ask, begun, aborted };
}

test('each document runs once for all who ask for it at the same time', async () => {
  const { ask, begun } = runsOf();
  const owners = ['usr_a', 'usr_b', 'usr_c', 'usr_a'];
  const results = await Promise.all(owners.flatMap((owner) => documents.map((key) => ask(owner, key))));
  expect(begun.toSorted()).toEqual(documents.toSorted());
  expect(results).toEqual(owners.flatMap(() => documents.map((key) => `result of ${key}`)));
  await ask('usr_a', 'document 7');
  expect(begun.length).toBe(43);
});

test('a caller with one document waits for a few tasks of another, also when that one has asked for it before', async () => {
  for (const key of ['another', 'document 41']) {
    const { ask, begun } = runsOf();
    const all = documents.map((document) => ask('usr_a', document));
    const mine = ask('usr_b', key);
    expect(await mine).toBe(`result of ${key}`);
    expect(begun.indexOf(key)).toBeLessThanOrEqual(3);
    // The tasks of one caller begin in their order.
    await Promise.all(all);
    const others = documents.filter((document) => document !== key);
    expect(begun.filter((document) => document !== key)).toEqual(others);
  }
});

test('a run goes on while somebody waits for it, and is stopped when all have left', async () => {
  const { ask, begun, aborted } = runsOf({ atOnce: 1 });
  const [one, other] = [new AbortController(), new AbortController()];
  const [first, second] = [ask('usr_a', 'document', one.signal), ask('usr_b', 'document', other.signal)];
  one.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect([await second, aborted]).toEqual(['result of document', []]);
  const running = ask('usr_a', 'running', one.signal).catch((error: Error) => error.message);
  expect(await running).toBe('gone');
  const [third, blocked] = [ask('usr_b', 'other', other.signal), ask('usr_b', 'waiting', other.signal)];
  other.abort(new Error('gone too'));
  await expect(third).rejects.toThrow('gone too');
  await expect(blocked).rejects.toThrow('gone too');
  expect(aborted).toEqual(['other']);
  expect(begun).toEqual(['document', 'other']);
  expect(await ask('usr_c', 'other')).toBe('result of other');
});

test('an error is that of all who wait, and a refusal that of the owner with too many tasks', async () => {
  const { ask, begun } = runsOf({ atOnce: 1, maxWaiting: 8 });
  const [one, other] = [ask('usr_a', 'broken'), ask('usr_b', 'broken')];
  await expect(one).rejects.toThrow('broken');
  await expect(other).rejects.toThrow('broken');
  const running = [1, 2, 3].map((number) => ask('usr_a', `own ${number}`));
  const refused = ask('usr_a', 'shared');
  const shared = ask('usr_b', 'shared');
  await expect(refused).rejects.toMatchObject({ type: 'overloaded' });
  expect(await Promise.all([...running, shared])).toContain('result of shared');
  expect(begun.filter((key) => key === 'shared')).toEqual(['shared']);
});

test('whoever asks is told when the task begins', async () => {
  const { ask } = runsOf({ atOnce: 1 });
  const told: string[] = [];
  const running = ask('usr_a', 'running', undefined, () => void told.push('running'));
  const waiting = ask('usr_a', 'waiting', undefined, () => void told.push('waiting'));
  const joining = ask('usr_b', 'running', undefined, () => void told.push('joining'));
  expect(told).toEqual(['running', 'joining']);
  await Promise.all([running, waiting, joining]);
  expect(told).toEqual(['running', 'joining', 'waiting']);
});
