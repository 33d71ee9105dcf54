import { expect, test } from 'vitest';
import { emptyEntry, type EntryState } from '../../../src/text/content/changes.ts';
import { applyOperation } from '../../../src/domain/authoring/content/edits/apply.ts';
import { draftOf, measureHeight, idsBelow } from '../../../src/domain/authoring/content/edits/draft.ts';
import type { ContentOperation } from '../../../src/domain/authoring/content/edits/operation.ts';

const page = (id: string, parentId: string | null = null): EntryState => ({
  ...emptyEntry,
  id,
  kind: 'page',
  parentId,
  position: 'a0',
  type: 'document',
  title: id,
  slug: id,
});

/** Pages at the top, each with pages below. */
function wideDraft(roots: readonly string[], below: number) {
  const children = (root: string) => Array.from({ length: below }, (_, index) => `${root}x${index}`);
  return draftOf({
    state: { id: 'rev_1', spaceId: 's', line: 's', seq: 1, baseSeq: null },
    entries: new Map(roots.map((id) => [id, page(id)])),
    parents: new Map(),
    descendants: new Map(roots.map((id) => [id, children(id)])),
    siblings: new Map([['', roots.map((id) => ({ id, position: 'a0', slug: id }))]]),
    earlierPages: new Map(),
  });
}

const apply = (draft: ReturnType<typeof draftOf>, input: ContentOperation) =>
  applyOperation(draft, { input, path: 'changes.0', text: undefined, files: [], newId: 'new' });

// Regression test: each deleted page was looked for among all pages deleted before, so 100,000 pages took minutes.
test('deleting a page deletes all its descendants, however many there are', () => {
  const roots = Array.from({ length: 50 }, (_, index) => `r${index}`);
  const draft = wideDraft(roots, 4_000);
  for (const id of roots) apply(draft, { operation: 'delete_page', page: id });
  expect(draft.entries.size).toBe(50 * 4_001);
  expect([...draft.entries.values()].every((entry) => entry === null)).toBe(true);
  expect([...draft.outcomes.keys()]).toEqual(roots);
});

test('the descendants of a page reflect the operations applied so far', () => {
  const draft = wideDraft(['r', 's'], 200_000);
  draft.siblings.set('s', []).set('r', []);
  expect([measureHeight(draft, 'r'), idsBelow(draft, 'r').length]).toEqual([2, 200_000]);
  apply(draft, { operation: 'insert_page', title: 'New', into: 's' });
  expect(idsBelow(draft, 's')).toContain('new');
  apply(draft, { operation: 'move_page', page: 'new', into: 'r' });
  expect(idsBelow(draft, 's')).not.toContain('new');
  expect(idsBelow(draft, 'r')).toContain('new');
  apply(draft, { operation: 'move_page', page: 'r', into: 's' });
  expect([measureHeight(draft, 's'), idsBelow(draft, 's').length]).toEqual([3, 400_002]);
  apply(draft, { operation: 'delete_page', page: 'new' });
  expect(idsBelow(draft, 'r')).toHaveLength(200_000);
});
