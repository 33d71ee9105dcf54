import { describe, expect, it } from 'vitest';
import { Bag, type Entry } from '../../src/handmade/bag.ts';
import { fc } from '../setup/properties.ts';

describe('Bag', () => {
  it('a bag has the items that were added and not deleted, whatever the order of both', () => {
    const step = fc.oneof(fc.constant<'add'>('add'), fc.nat());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const bag = new Bag<number>();
        const present = new Map<number, Entry<number>>();
        steps.forEach((next, number) => {
          if (next === 'add') return void present.set(number, bag.add(number));
          const [item, entry] = [...present][next % Math.max(1, present.size)] ?? [];
          if (item === undefined || !entry) return;
          bag.delete(entry);
          bag.delete(entry);
          present.delete(item);
        });
        expect(bag.size).toBe(present.size);
        expect(bag.items().toSorted((a, b) => a - b)).toEqual([...present.keys()]);
      }),
    );
  });
});
