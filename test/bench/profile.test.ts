import { describe, expect, it } from 'vitest';
import { timesByPart, type CpuProfile } from '../../bench/profile/times-by-part.ts';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 0 });

/** A call of pg that calls a function of Node, a garbage collection, and a process that waits; one sample a millisecond. */
const profile: CpuProfile = {
  startTime: 0,
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 4, 5] },
    { id: 2, callFrame: frame('parse', 'file:///app/node_modules/pg-protocol/dist/parser.js'), children: [3] },
    { id: 3, callFrame: frame('utf8Slice') },
    { id: 4, callFrame: frame('(garbage collector)') },
    { id: 5, callFrame: frame('(idle)') },
  ],
  samples: [4, 2, 3, 3, 4, 5, 5, 4],
  timeDeltas: Array.from({ length: 8 }, () => 1_000),
};

describe('the table of a profile', () => {
  it('a function counts to the part of its caller, and neither waiting nor other times count', () => {
    expect(timesByPart(profile, [1_500, 7_500])).toEqual([
      { part: 'driver and rows', share: 0.75 },
      { part: 'garbage collection', share: 0.25 },
    ]);
  });
});
