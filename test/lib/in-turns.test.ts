import { describe, expect, it } from 'vitest';
import { mapInTurns } from '../../src/lib/in-turns.ts';
import { fc } from '../setup/properties.ts';

describe('mapInTurns', () => {
  it('the results are those of map, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer(), { maxLength: 500 }), async (items) => {
        expect(await mapInTurns(items, (item) => item * 2)).toEqual(items.map((item) => item * 2));
      }),
    );
  });

  it('other work of the process goes on between items that take long', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1));
    const spin = () => {
      for (const began = performance.now(); performance.now() - began < 1;);
    };
    await mapInTurns(Array.from({ length: 320 }), spin);
    clearInterval(other);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('what an item throws is thrown', async () => {
    const broken = mapInTurns([1], () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
  });
});
