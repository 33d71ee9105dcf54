import { describe, expect, it } from 'vitest';
import { sharedReads } from '../../src/lib/shared-reads.ts';

/** Shared reads of a value that changes. Each read takes the value at its start, and ends when it is told to. */
function readsOf(most = 10) {
  const begun: { readonly key: string; readonly parts: readonly string[]; end: () => void; fail: () => void }[] = [];
  let stored = 'first';
  const read = sharedReads<string, string, string>((key, parts) => {
    const value = stored;
    return new Promise((resolve, reject) => {
      begun.push({ key, parts, end: () => resolve(value), fail: () => reject(new Error('The read failed')) });
    });
  }, most);
  return { read, begun, store: (value: string) => void (stored = value) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('shared reads', () => {
  it('answer each caller with what was stored after it came', async () => {
    const { read, begun, store } = readsOf();
    const early = read('site', 'a');
    store('second');
    const late = [read('site', 'b'), read('site', 'c')];
    expect(begun.map(({ parts }) => parts)).toEqual([['a']]);
    begun[0]?.end();
    expect(await early).toBe('first');
    store('third');
    const later = read('site', 'd');
    expect(begun.map(({ parts }) => parts)).toEqual([['a'], ['b', 'c']]);
    begun[1]?.end();
    expect(await Promise.all(late)).toEqual(['second', 'second']);
    begun[2]?.end();
    expect(await later).toBe('third');
    expect(begun).toHaveLength(3);
  });

  it('of one key do not wait for those of another', async () => {
    const { read, begun } = readsOf();
    const both = [read('one', 'a'), read('other', 'b')];
    expect(begun.map(({ key }) => key)).toEqual(['one', 'other']);
    for (const { end } of begun) end();
    expect(await Promise.all(both)).toEqual(['first', 'first']);
  });

  it('that fail do so for those alone who share them', async () => {
    const { read, begun } = readsOf();
    const failing = read('site', 'a');
    const next = read('site', 'b');
    begun[0]?.fail();
    await expect(failing).rejects.toThrow('The read failed');
    begun[1]?.end();
    expect(await next).toBe('first');
    const alone = read('site', 'c');
    begun[2]?.fail();
    await expect(alone).rejects.toThrow('The read failed');
    await settled();
    void read('site', 'd');
    expect(begun.map(({ parts }) => parts)).toEqual([['a'], ['b'], ['c'], ['d']]);
  });

  it('answer a limited number of callers, and others do not wait', async () => {
    const { read, begun } = readsOf(2);
    const all = ['a', 'b', 'c', 'd'].map((part) => read('site', part));
    expect(begun.map(({ parts }) => parts)).toEqual([['a'], ['d']]);
    begun[0]?.end();
    await settled();
    expect(begun.map(({ parts }) => parts)).toEqual([['a'], ['d'], ['b', 'c']]);
    for (const { end } of begun) end();
    expect(await Promise.all(all)).toEqual(['first', 'first', 'first', 'first']);
  });
});
