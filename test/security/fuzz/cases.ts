import { breakages, transfers, type Transfer } from './breakage.ts';
import type { Door } from './doors.ts';
import { randomFrom } from './random.ts';

/** A request that is sent, damaged or not. */
export interface Case {
  readonly name: string;
  readonly door: Door;
  readonly transfer: Transfer;
}

const nameOf = (door: Door, what: string) => `${door.name}: ${what}`;

/** Each door's body cut at each offset of its first `maxOffsets` bytes, once as a complete body and once as a broken one. */
export function* cutCases(doors: readonly Door[], maxOffsets: number): Generator<Case> {
  for (const door of doors) {
    const body = door.wrap(door.content);
    for (let at = 0; at < Math.min(body.length, maxOffsets); at += 1) {
      const piece = body.subarray(0, at);
      const complete: Transfer = { headers: [`content-length: ${at}`], pieces: [piece], end: 'answer' };
      const broken: Transfer = { headers: [`content-length: ${body.length}`], pieces: [piece], end: 'end' };
      yield { name: nameOf(door, `cut at ${at}`), door, transfer: complete };
      yield { name: nameOf(door, `broken off at ${at}`), door, transfer: broken };
    }
  }
}

/** Random cases without end. The seed and the number of a case determine it. */
export function* randomCases(doors: readonly Door[], seed: number): Generator<Case> {
  for (let number = 0; ; number += 1) {
    const random = randomFrom(seed * 1_000_003 + number);
    const door = random.pick(doors);
    const inner = random.pick(Object.keys(breakages));
    const outer = random.below(3) === 0 ? random.pick(Object.keys(breakages)) : 'whole';
    const way = random.pick(Object.keys(transfers));
    const content = breakages[inner]!(door.content, random);
    const body = breakages[outer]!(door.wrap(content), random);
    const name = nameOf(door, `${inner} content, ${outer} body, ${way} (seed ${seed}, number ${number})`);
    yield { name, door, transfer: transfers[way]!(body, random) };
  }
}
