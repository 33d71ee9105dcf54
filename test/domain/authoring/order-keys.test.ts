import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { describe, expect, it } from 'vitest';
import { fc } from '../../setup/properties.ts';

/** Order keys of existing databases, created by fractional-indexing 3, in their order. */
const stored = [
  'Xzzz',
  'Yzz',
  'Zw',
  'Zz',
  'ZzV',
  'a0',
  'a04',
  'a08',
  'a0G',
  'a0V',
  'a1',
  'a1V',
  'az',
  'b00',
  'b00V',
  'c000',
];

describe('the keys that order siblings', () => {
  it('keys made between stored ones, before and after them sort where they were asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 4 }) })), (inserts) => {
        const keys = [...stored];
        for (const { at, count } of inserts) {
          const index = at % (keys.length + 1);
          keys.splice(index, 0, ...generateNKeysBetween(keys[index - 1] ?? null, keys[index] ?? null, count));
        }
        expect(keys.toSorted()).toEqual(keys);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('keys made one by one are those that stored trees have', () => {
    expect(generateKeyBetween(null, null)).toBe('a0');
    expect(generateKeyBetween('a0', null)).toBe('a1');
    expect(generateKeyBetween(null, 'a0')).toBe('Zz');
    expect(generateKeyBetween('a1', 'a2')).toBe('a1V');
    expect(generateKeyBetween('az', null)).toBe('b00');
  });
});
