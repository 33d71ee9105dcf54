import { describe, expect, test } from 'vitest';
import type { EntryState } from '../../src/text/content/changes.ts';
import type { Merge } from '../../src/text/three-way-merge/merge-entries.ts';
import { doc, kindsOf, merge, page, presentIn, listTriples, type State } from '../domain/authoring/merge-states.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';

/** Edits refer to pages by number, so that every list of edits can be applied to every tree. */
type Edit =
  | { readonly do: 'insert'; readonly page: number; readonly under: number; readonly slug: number }
  | { readonly do: 'move'; readonly page: number; readonly under: number; readonly slug: number }
  | { readonly do: 'remove'; readonly page: number }
  | { readonly do: 'title'; readonly page: number; readonly value: number }
  | { readonly do: 'text'; readonly page: number; readonly value: number };

const placed = { page: fc.nat(11), under: fc.nat(12), slug: fc.nat(3) };
const written = { page: fc.nat(11), value: fc.nat(3) };
const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), ...placed }),
  fc.record({ do: fc.constant('move' as const), ...placed }),
  fc.record({ do: fc.constant('remove' as const), page: fc.nat(11) }),
  fc.record({ do: fc.constant('title' as const), ...written }),
  fc.record({ do: fc.constant('text' as const), ...written }),
);

const listIds = (state: State) => [...state.keys()].toSorted();

function isBelow(state: State, id: string, above: string): boolean {
  for (let at: string | null = id; at !== null; at = state.get(at)?.parentId ?? null) if (at === above) return true;
  return false;
}

const isTaken = (state: State, { id, parentId, slug }: EntryState) =>
  [...state.values()].some((one) => one.id !== id && one.parentId === parentId && one.slug === slug);

/** Applies edits to a tree. Edits that the tree does not allow are skipped. */
function edit(before: State, edits: readonly Edit[], who: string): State {
  const state = new Map(before);
  const put = (entry: EntryState) => void (isTaken(state, entry) || state.set(entry.id, entry));
  edits.forEach((one, index) => {
    const ids = listIds(state);
    const target = state.get(ids[one.page % Math.max(1, ids.length)] ?? '');
    if (one.do === 'insert') {
      const parentId = [null, ...ids][one.under % (ids.length + 1)] ?? null;
      put(page(`${who}${index}`, { parentId, slug: `s${one.slug}`, position: `a${one.slug}` }));
    } else if (target === undefined) return;
    else if (one.do === 'move') {
      const parentId = [null, ...ids][one.under % (ids.length + 1)] ?? null;
      if (parentId === null || !isBelow(state, parentId, target.id))
        put({ ...target, parentId, position: `a${one.slug}`, slug: `s${one.slug}` });
    } else if (one.do === 'remove')
      for (const id of ids.filter((each) => isBelow(state, each, target.id))) state.delete(id);
    else if (one.do === 'title') put({ ...target, title: `title ${one.value}` });
    else put({ ...target, documentId: doc(`a\nb\n${who}${one.value}\nc\n`) });
  });
  return state;
}

const edits = (max: number) => fc.array(anEdit, { maxLength: max });

const threeStates = fc.tuple(edits(10), edits(6), edits(6)).map(([first, ours, theirs]) => {
  const base = edit(new Map(), first, 'b');
  return { base, main: edit(base, ours, 'm'), changeRequest: edit(base, theirs, 'c') };
});

function expectTree(state: State) {
  const places = [...state.values()].map(({ parentId, slug }) => `${parentId} ${slug}`);
  expect(places.toSorted()).toEqual([...new Set(places)].toSorted());
  for (const { id, parentId } of state.values()) {
    expect(parentId === null || state.has(parentId)).toBe(true);
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null; at = state.get(at)?.parentId ?? null) {
      expect(seen.has(at)).toBe(false);
      seen.add(at);
    }
  }
}

describe('whatever both sides do', () => {
  test('a merge gives a valid tree that loses no page and adds none', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(threeStates, ({ base, main, changeRequest }) => {
        const merged = merge(base, main, changeRequest);
        const result = presentIn(merged);
        expectTree(result);
        for (const { id, base: before, main: ours, changeRequest: theirs } of listTriples(base, main, changeRequest)) {
          if (ours && theirs) expect(result.has(id)).toBe(true);
          if (!before && (ours || theirs)) expect(result.has(id)).toBe(true);
          if (before && !ours && !theirs) expect(result.has(id)).toBe(false);
        }
      }),
      { numRuns: allOrTenth(300) },
    );
  });

  test('a change of one side is taken, unless the page has a conflict', () => {
    expect.hasAssertions();
    const content = ({ title, documentId, slug, parentId }: EntryState) => ({ title, documentId, slug, parentId });
    fc.assert(
      fc.property(threeStates, ({ base, main, changeRequest }) => {
        const merged = merge(base, main, changeRequest);
        for (const triple of listTriples(base, main, changeRequest)) {
          if (merged.conflicts.has(triple.id)) continue;
          const result = merged.entries.get(triple.id) ?? null;
          const [before, ours, theirs] = [triple.base, triple.main, triple.changeRequest].map(
            (one) => one && content(one),
          );
          const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
          if (isSame(before, ours)) expect(result && content(result)).toEqual(theirs);
          else if (isSame(before, theirs)) expect(result && content(result)).toEqual(ours);
        }
      }),
      { numRuns: allOrTenth(300) },
    );
  });

  test('the other side is taken when one side changed nothing, and equal changes once', () => {
    fc.assert(
      fc.property(threeStates, ({ base, main, changeRequest }) => {
        const plain = (merged: Merge) => [kindsOf(merged), presentIn(merged)] as const;
        const same = (state: State) => [{}, new Map(presentIn(merge(state, state, state)))] as const;
        expect(plain(merge(base, main, base))[0]).toEqual({});
        expect(new Map(plain(merge(base, base, changeRequest))[1])).toEqual(same(changeRequest)[1]);
        expect(new Map(plain(merge(base, main, base))[1])).toEqual(same(main)[1]);
        expect(new Map(plain(merge(base, main, main))[1])).toEqual(same(main)[1]);
      }),
      { numRuns: allOrTenth(200) },
    );
  });

  test('a result that is merged again does not change', () => {
    fc.assert(
      fc.property(threeStates, ({ base, main, changeRequest }) => {
        const result = presentIn(merge(base, main, changeRequest));
        const again = merge(main, main, result);
        expect(kindsOf(again)).toEqual({});
        expect(presentIn(again)).toEqual(result);
      }),
      { numRuns: allOrTenth(300) },
    );
  });
});
