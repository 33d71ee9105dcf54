import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { putLongestFirst, readDurations } from './longest-first.ts';

describe('putLongestFirst(files)', () => {
  const files = [
    { project: 'embedded', name: 'short', seconds: 1 },
    { project: 'embedded', name: 'long', seconds: 9 },
    { project: 'postgres', name: 'unknown', seconds: 0 },
    { project: 'postgres', name: 'as unknown', seconds: 0 },
    { project: 'postgres', name: 'longest', seconds: 20 },
  ];

  it('begins each project with its longest file, and leaves the others in their order', () => {
    expect(putLongestFirst(files, ({ seconds }) => seconds).map(({ name }) => name)).toEqual([
      'long',
      'short',
      'longest',
      'unknown',
      'as unknown',
    ]);
  });
});

describe('the table of the longest files', () => {
  it('names files that exist', () => {
    const names = Object.keys(readDurations());
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !existsSync(name))).toEqual([]);
  });
});
