import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deskFacts, findDeskFile } from '../../src/app/pages/desk-files.ts';
import { paths } from '../../src/desk/paths.ts';

const kilobyte = 1_000;
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + gzipSync(findDeskFile(name)?.body ?? '').length, 0);

describe('the desk', async () => {
  const { script, style, views, words, editor } = await deskFacts();

  it('has a view for each of its paths', () => {
    expect(Object.keys(views).toSorted()).toEqual([...new Set(Object.values(paths))].toSorted());
  });

  it.each(Object.entries(words))('begins with at most 170 kB, compressed, in %s', (_language, name) => {
    const size = sizeOf([script, style, name]);
    expect(size).toBeGreaterThan(40 * kilobyte);
    expect(size).toBeLessThanOrEqual(170 * kilobyte);
  });

  it('the editor itself is loaded beside its view, and has at most 110 kB, compressed', () => {
    const size = sizeOf([editor]);
    expect(size).toBeGreaterThan(50 * kilobyte);
    expect(size).toBeLessThanOrEqual(110 * kilobyte);
  });

  it.each(Object.entries(views))('%s adds one file of at most 40 kB, compressed', (_view, name) => {
    const size = sizeOf([name]);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(40 * kilobyte);
  });
});
