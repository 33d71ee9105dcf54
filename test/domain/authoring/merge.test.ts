import { describe, expect, it, test } from 'vitest';
import type { EntryState } from '../../../src/text/content/changes.ts';
import { countMarkers, mergeText } from '../../../src/text/three-way-merge/merge-text.ts';
import { doc, kindsOf, merge, page, presentIn, stateOf } from './merge-states.ts';
import { fc } from '../../setup/properties.ts';

describe('mergeText', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n';

  it('merges lines that either side changed', () => {
    const main = base.replace('one', 'ONE');
    const changeRequest = base.replace('five', 'FIVE');
    expect(mergeText({ base, main, changeRequest })).toEqual({ text: 'ONE\ntwo\nthree\nfour\nFIVE\n', hunks: [] });
  });

  it('merges equal changes of lines once', () => {
    const both = base.replace('two', 'TWO');
    const main = both.replace('five', 'FIVE');
    expect(mergeText({ base, main, changeRequest: both })).toEqual({ text: main, hunks: [] });
  });

  it('keeps conflicting lines of both sides between markers and reports their line numbers', () => {
    const main = base.replace('three', 'main\nmore');
    const changeRequest = base.replace('one', 'ONE').replace('three', 'request');
    expect(mergeText({ base, main, changeRequest })).toEqual({
      text: 'ONE\ntwo\n<<<<<<< main\nmain\nmore\n||||||| base\nthree\n=======\nrequest\n>>>>>>> change request\nfour\nfive\n',
      hunks: [
        {
          base: { start: 3, lines: ['three'] },
          main: { start: 3, lines: ['main', 'more'] },
          changeRequest: { start: 3, lines: ['request'] },
        },
      ],
    });
  });

  it.each([
    ['main', 'one\ntwo\nmain\nfour\nFIVE\n'],
    ['base', 'one\ntwo\nthree\nfour\nFIVE\n'],
    ['change-request', 'one\ntwo\nrequest\nfour\nFIVE\n'],
  ] as const)('takes conflicting lines from %s when it is preferred, and merges the rest', (prefer, text) => {
    const main = base.replace('three', 'main');
    const changeRequest = base.replace('three', 'request').replace('five', 'FIVE');
    expect(mergeText({ base, main, changeRequest }, prefer).text).toBe(text);
  });

  const crlf = (text: string) => text.replaceAll('\n', '\r\n');

  it.each([
    ['only the change request', crlf(base), crlf(base.replace('one', 'ONE')), base.replace('five', 'FIVE'), crlf],
    ['only the main content', base, crlf(base.replace('one', 'ONE')), base.replace('five', 'FIVE'), crlf],
    ['main content of one line', 'one', 'one', crlf('one\ntwo'), crlf],
    ['all', crlf(base), base.replace('one', 'ONE'), base.replace('five', 'FIVE'), String],
  ] as const)('line ends that %s changed are no change', (_who, from, main, changeRequest, ends) => {
    const expected = main === 'one' ? 'one\ntwo' : base.replace('one', 'ONE').replace('five', 'FIVE');
    expect(mergeText({ base: from, main, changeRequest })).toEqual({ text: ends(expected), hunks: [] });
  });

  it('markers have the line ends of the text, and lines of a conflict have none', () => {
    const { text, hunks } = mergeText({
      base: crlf(base),
      main: crlf(base.replace('two', 'main')),
      changeRequest: base.replace('two', 'request'),
    });
    expect(text).toBe(
      crlf('one\n<<<<<<< main\nmain\n||||||| base\ntwo\n=======\nrequest\n>>>>>>> change request\nthree\nfour\nfive\n'),
    );
    expect(countMarkers(text)).toBe(2);
    expect(hunks[0]?.main).toEqual({ start: 2, lines: ['main'] });
  });

  it('lines of a text with both line ends keep their own', () => {
    const mixed = 'one\r\ntwo\nthree\r\nfour\n';
    const main = mixed.replace('one', 'ONE');
    expect(mergeText({ base: mixed, main, changeRequest: mixed.replace('four', 'FOUR') }).text).toBe(
      main.replace('four', 'FOUR'),
    );
  });

  const alike = (count: number) => Array.from({ length: count }, () => 'a');
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`);
  const joined = (base: string[], main: string[], changeRequest: string[]) => ({
    base: base.join('\n'),
    main: main.join('\n'),
    changeRequest: changeRequest.join('\n'),
  });

  // Regression test: comparing every line with all equal lines took minutes.
  it('merges thousands of equal lines', () => {
    const lines = alike(20_000);
    const { hunks } = mergeText(joined(lines, ['m', ...lines, 'm'], ['c', ...lines, 'c']));
    expect(hunks.map(({ base, main, changeRequest }) => [base, main, changeRequest])).toEqual([
      [1, 1, 1].map((start, n) => ({ start, lines: [[], ['m'], ['c']][n] })),
      [20_001, 20_002, 20_002].map((start, n) => ({ start, lines: [[], ['m'], ['c']][n] })),
    ]);
  });

  it('merges texts of a hundred thousand lines', () => {
    const lines = numbered(100_000);
    const merged = mergeText(joined(lines, lines.with(1, 'main'), lines.with(-2, 'request')));
    expect(merged).toEqual({ text: lines.with(1, 'main').with(-2, 'request').join('\n'), hunks: [] });
  });

  it('merges a text that one side rewrote without matching its lines', () => {
    const [lines, anew] = [numbered(10_000), numbered(10_000).map((line) => `new ${line}`)];
    const main = ['start', ...anew, 'line 9999'];
    const merged = mergeText(joined(['start', ...lines], main, ['start', ...lines, 'end']));
    expect(merged).toEqual({ text: [...main, 'end'].join('\n'), hunks: [] });
  });

  it('treats changes that take too long to compare as one change, which can only add a conflict', () => {
    const lines = numbered(10_000);
    const turned = ['start', ...lines.toReversed(), 'end'];
    const base = ['start', ...lines, 'end'];
    const before = mergeText(joined(base, turned, ['START', ...lines, 'end']));
    expect(before.hunks).toHaveLength(1);
    expect(before.text.split('\n').filter((line) => line === 'line 5')).toHaveLength(3);
    const apart = mergeText(joined(['top', ...base], ['top', ...turned], ['TOP', ...base]));
    expect(apart).toEqual({ text: ['TOP', ...turned].join('\n'), hunks: [] });
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));

  test('takes the text of the other side when one side changed nothing', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(mergeText({ base: one, main: one, changeRequest: other })).toEqual({ text: other, hunks: [] });
        expect(mergeText({ base: one, main: other, changeRequest: one })).toEqual({ text: other, hunks: [] });
        expect(mergeText({ base: one, main: other, changeRequest: other })).toEqual({ text: other, hunks: [] });
      }),
    );
  });

  test('merges conflict-free texts to the same result when the sides are swapped', () => {
    fc.assert(
      fc.property(text, text, text, (base, main, changeRequest) => {
        const merged = mergeText({ base, main, changeRequest });
        const turned = mergeText({ base, main: changeRequest, changeRequest: main });
        expect(turned.hunks.length).toBe(merged.hunks.length);
        if (merged.hunks.length === 0) expect(turned).toEqual(merged);
      }),
    );
  });

  test('reports conflicting lines at their line numbers in each text', () => {
    fc.assert(
      fc.property(text, text, text, (base, main, changeRequest) => {
        const texts = { base, main, changeRequest };
        for (const hunk of mergeText(texts).hunks)
          for (const side of ['base', 'main', 'changeRequest'] as const) {
            const { start, lines } = hunk[side];
            expect(texts[side].split('\n').slice(start - 1, start - 1 + lines.length)).toEqual(lines);
          }
      }),
    );
  });

  test('changes nothing when a merged text is merged again', () => {
    fc.assert(
      fc.property(text, text, text, (base, main, changeRequest) => {
        const once = mergeText({ base, main, changeRequest });
        expect(countMarkers(once.text) > 0).toBe(once.hunks.length > 0);
        expect(mergeText({ base: main, main, changeRequest: once.text })).toEqual({ text: once.text, hunks: [] });
      }),
    );
  });
});

describe('one page', () => {
  const base = stateOf(
    page('a', { documentId: doc('text'), attributes: { emoji: '🦊', variables: { x: '1', y: '1' } } }),
  );
  const edited = (values: Partial<EntryState>) => stateOf({ ...base.get('a')!, ...values });

  it('fields of an entry that different sides changed are merged', () => {
    const merged = merge(
      base,
      edited({ title: 'Main', attributes: { variables: { x: '2', y: '1' } } }),
      edited({
        slug: 'other',
        documentId: doc('new'),
        attributes: { emoji: '🦊', variables: { x: '1', y: '3', z: '4' } },
      }),
    );
    expect(kindsOf(merged)).toEqual({});
    expect(merged.entries.get('a')).toEqual(
      page('a', {
        title: 'Main',
        slug: 'other',
        documentId: doc('new'),
        attributes: { variables: { x: '2', y: '3', z: '4' } },
      }),
    );
  });

  it('each field that both sides changed is reported, and keeps the value of the change request', () => {
    const merged = merge(
      base,
      edited({ title: 'Main', slug: 'main', attributes: { emoji: '🐻', variables: { x: '2', y: '1' } } }),
      edited({ title: 'Request', slug: 'request', attributes: { emoji: '🐱', variables: { x: '3', y: '1' } } }),
    );
    expect(merged.conflicts.get('a')?.map(({ kind, field, main }) => [kind, field, main])).toEqual([
      ['attribute', 'title', 'Main'],
      ['slug', 'slug', 'main'],
      ['attribute', 'emoji', '🐻'],
      ['attribute', 'variables.x', '2'],
    ]);
    expect(merged.entries.get('a')).toMatchObject({ title: 'Request', slug: 'request', attributes: { emoji: '🐱' } });
  });

  it('an entry is deleted when both sides deleted it, or one did and the other left it unchanged', () => {
    const gone = stateOf();
    for (const [main, request] of [
      [gone, gone],
      [gone, base],
      [base, gone],
    ] as const) {
      const merged = merge(base, main, request);
      expect([kindsOf(merged), merged.entries.get('a')]).toEqual([{}, null]);
    }
  });

  it('an entry that one side deleted and the other changed is kept', () => {
    const changed = edited({ title: 'Changed' });
    for (const [main, request] of [
      [stateOf(), changed],
      [changed, stateOf()],
    ] as const) {
      const merged = merge(base, main, request);
      expect([kindsOf(merged), merged.entries.get('a')]).toEqual([{ a: ['delete-edit'] }, changed.get('a')]);
    }
  });

  it('an entry that one side moved and the other edited is moved and edited', () => {
    const before = stateOf(page('a'), page('b', { position: 'a1' }));
    const merged = merge(
      before,
      stateOf(page('a', { title: 'Main' }), page('b', { position: 'a1' })),
      stateOf(page('a', { parentId: 'b', position: 'a5' }), page('b', { position: 'a1' })),
    );
    expect([kindsOf(merged), merged.entries.get('a')]).toEqual([
      {},
      page('a', { title: 'Main', parentId: 'b', position: 'a5' }),
    ]);
  });

  it('a page that the sides moved to different parents is a conflict', () => {
    const [b, c] = [page('b', { position: 'a1' }), page('c', { position: 'a2' })];
    const merged = merge(
      stateOf(page('a'), b, c),
      stateOf(page('a', { parentId: 'b' }), b, c),
      stateOf(page('a', { parentId: 'c' }), b, c),
    );
    expect([kindsOf(merged), merged.entries.get('a')?.parentId]).toEqual([{ a: ['move'] }, 'c']);
  });

  it('a moved page takes the parent of the side that moved it, whatever position the other side gave it', () => {
    const b = page('b', { position: 'a1' });
    const [moved, reordered] = [page('a', { parentId: 'b', position: 'a7' }), page('a', { position: 'a3' })];
    for (const [main, request] of [
      [moved, reordered],
      [reordered, moved],
    ] as const)
      expect(merge(stateOf(page('a'), b), stateOf(main, b), stateOf(request, b)).entries.get('a')).toEqual(moved);
  });

  it('a page that both sides reordered takes the position of the change request', () => {
    const merged = merge(
      stateOf(page('a')),
      stateOf(page('a', { position: 'a3' })),
      stateOf(page('a', { position: 'a5' })),
    );
    expect([kindsOf(merged), merged.entries.get('a')?.position]).toEqual([{}, 'a5']);
  });
});

describe('the tree', () => {
  const [a, b, c] = [page('a'), page('b', { position: 'a1' }), page('c', { position: 'a2' })];

  it('pages that both sides moved below each other form no cycle', () => {
    const merged = merge(stateOf(a, b), stateOf({ ...a, parentId: 'b' }, b), stateOf(a, { ...b, parentId: 'a' }));
    expect(kindsOf(merged)).toEqual({ b: ['cycle'] });
    expect(presentIn(merged)).toEqual(stateOf({ ...a, parentId: 'b' }, b));
  });

  it('moves a page whose parent the other side deleted under its nearest existing ancestor', () => {
    const child = page('child', { parentId: 'b' });
    const base = stateOf(a, { ...b, parentId: 'a' });
    const withChild = stateOf(a, { ...b, parentId: 'a' }, child);
    for (const [main, request] of [
      [stateOf(a), withChild],
      [withChild, stateOf(a)],
    ] as const) {
      const merged = merge(base, main, request);
      expect(kindsOf(merged)).toEqual({ child: ['parent'] });
      expect(presentIn(merged).get('child')).toMatchObject({ parentId: 'a', slug: 'child' });
      expect(presentIn(merged).has('b')).toBe(false);
    }
  });

  it('keeps a subtree together when the parent of its top was deleted', () => {
    const [top, below] = [page('top', { parentId: 'b' }), page('below', { parentId: 'top' })];
    const merged = merge(stateOf(a, b), stateOf(a), stateOf(a, b, top, below));
    expect(kindsOf(merged)).toEqual({ top: ['parent'] });
    expect(presentIn(merged).get('below')?.parentId).toBe('top');
    expect(presentIn(merged).get('top')?.parentId).toBeNull();
  });

  it('gives pages with the same parent and slug different slugs', () => {
    const [mine, theirs] = [page('x1', { slug: 'guide' }), page('x2', { slug: 'guide', position: 'a4' })];
    const merged = merge(stateOf(a), stateOf(a, mine), stateOf(a, theirs));
    expect(kindsOf(merged)).toEqual({ x2: ['slug'] });
    expect(presentIn(merged).get('x1')?.slug).toBe('guide');
    expect(presentIn(merged).get('x2')?.slug).toBe('guide-x2');
  });

  it('gives pages that both sides put at the same position different positions', () => {
    const [mine, theirs] = [page('x1', { position: 'a0V' }), page('x2', { position: 'a0V' })];
    const merged = merge(stateOf(a, b), stateOf(a, b, mine), stateOf(a, b, theirs));
    expect(kindsOf(merged)).toEqual({});
    const order = [...presentIn(merged).values()].toSorted((one, other) => (one.position < other.position ? -1 : 1));
    expect(order.map(({ id }) => id)).toEqual(['a', 'x1', 'x2', 'b']);
  });

  it('merges pages that swap their slugs', () => {
    const traded = stateOf({ ...a, slug: 'b' }, { ...b, slug: 'a' }, c);
    const merged = merge(stateOf(a, b, c), stateOf(a, b, { ...c, title: 'New' }), traded);
    expect(kindsOf(merged)).toEqual({});
    expect([...presentIn(merged).values()].map(({ slug }) => slug)).toEqual(['b', 'a', 'c']);
  });
});
