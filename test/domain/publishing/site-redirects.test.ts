import { describe, expect, it } from 'vitest';
import { parsePublishedUrl, pathOf } from '../../../src/domain/publishing/addresses/address.ts';
import { findLoop } from '../../../src/domain/publishing/redirects/loops.ts';
import { encodeSource, normalizeSource } from '../../../src/domain/publishing/redirects/source.ts';
import { fc } from '../../setup/properties.ts';

const findSource = (text: string) => {
  const stored = normalizeSource(text);
  return 'source' in stored ? stored.source : null;
};

describe('the source of a redirect', () => {
  it.each([
    ['/a', '/a'],
    ['/a/', '/a'],
    ['//a///b//', '/a/b'],
    ['/%61/b', '/a/b'],
    ['/caf%C3%A9', '/café'],
    ['/café', '/café'],
    ['/A/b', '/A/b'],
    ['/a+b', '/a+b'],
  ])('%s is stored as %s', (text, stored) => expect(findSource(text)).toBe(stored));

  it.each([
    '',
    '/',
    '//',
    'a/b',
    '/a?b',
    '/a#b',
    '/a b',
    '/a\\b',
    '/a%2Fb',
    '/%ff',
    '/%',
    '/%00',
    '/a/..',
    '/%2e%2E/a',
    '/\ud800',
    `/${'é'.repeat(100)}`,
  ])('%j is refused', (text) => expect(normalizeSource(text)).toEqual({ problem: expect.any(String) }));

  it('is found by the look-up of the URL in which it is shown, and shown forms are stored unchanged', () => {
    const segment = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const stored = findSource(`/${segments.join('/')}`);
        fc.pre(stored !== null);
        const shown = encodeSource(stored);
        expect(shown).toMatch(/^(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})+)+$/);
        expect(findSource(shown)).toBe(stored);
        expect(pathOf(parsePublishedUrl(`https://docs.example.org${shown}`).segments)).toBe(stored);
      }),
    );
  });
});

describe('loops of redirects', () => {
  it('are found as following each redirect step by step finds them', () => {
    const path = fc.integer({ min: 0, max: 12 }).map((number) => `/${number}`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(path, path), { maxLength: 14 }),
        fc.array(path, { maxLength: 4 }),
        (pairs, from) => {
          const graph = new Map(pairs);
          const loops = (start: string) => {
            let at: string | undefined = start;
            for (let step = 0; step <= graph.size; step += 1) at = at === undefined ? at : graph.get(at);
            return at !== undefined;
          };
          const loop = findLoop(graph, from);
          expect(loop !== null).toBe(from.some(loops));
          if (loop) for (const [at, one] of loop.slice(0, -1).entries()) expect(graph.get(one)).toBe(loop[at + 1]);
          if (loop) expect(loop[0]).toBe(loop.at(-1));
        },
      ),
    );
  });
});
