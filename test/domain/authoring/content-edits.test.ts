import { beforeAll, describe, expect, test } from 'vitest';
import { diffContent } from '../../../src/domain/authoring/content/diff/diff-content.ts';
import { describeChanges } from '../../../src/domain/authoring/content/diff/describe.ts';
import {
  updateContent,
  type ContentEdit,
  type EditResult,
} from '../../../src/domain/authoring/content/edits/update-content.ts';
import { listEntries } from '../../../src/domain/authoring/content/queries/entries.ts';
import type { ContentOperation } from '../../../src/domain/authoring/content/edits/operation.ts';
import { listPageLinks } from '../../../src/domain/authoring/content/links.ts';
import { flatten } from '../../../src/domain/authoring/content/page.ts';
import { getPage, getPageByPath, getPageMarkdown, loadTree } from '../../../src/domain/authoring/content/pages.ts';
import { getContent, type Revision } from '../../../src/domain/authoring/content/revisions.ts';
import { writePages } from '../../content-pages.ts';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

const firstPage = { after: null, first: 100 };

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

type Place = Omit<ContentEdit, 'operations'>;

const edit = (place: Place, ...operations: readonly ContentOperation[]): Promise<EditResult> =>
  updateContent(owner.context(), {
    ...place,
    operations: operations.map((input, index) => ({ input, path: `input.changes.${index}` })),
  });

const paths = async (revision: Revision) =>
  flatten(await loadTree(owner.context(), revision)).map(({ path, title }) => path ?? `→${title}`);

const insert = (title: string, more: Partial<ContentOperation> = {}): ContentOperation => ({
  operation: 'insert_page',
  title,
  ref: title.toLowerCase(),
  ...more,
});

/** Creates the pages `a`, `a/b`, `a/b/c` and `d`. Returns their ids by title. */
async function aTree() {
  const { id: spaceId } = await aSpace(server, organizationId);
  const { subjects, revision } = await edit(
    { spaceId },
    insert('A'),
    insert('B', { into: 'a' }),
    insert('C', { into: 'b', document: { markdown: 'Text of C' } }),
    insert('D'),
  );
  const [a = '', b = '', c = '', d = ''] = subjects;
  return { spaceId, revision, a, b, c, d };
}

describe('pages', () => {
  test('are created in order and below each other by their refs, in one revision', async () => {
    const { revision, spaceId, c } = await aTree();
    expect(revision.seq).toBe(2);
    expect(await paths(revision)).toEqual(['a', 'a/b', 'a/b/c', 'd']);
    expect(await getPageMarkdown(owner.context(), await getPage(owner.context(), revision, c))).toBe('Text of C');
    const next = await edit(
      { spaceId },
      insert('First', { at: 0, slug: 'zero' }),
      insert('A', { ref: 'other' }),
      { operation: 'insert_page', document: { markdown: '# Called by its heading\n' } },
      { operation: 'insert_page', type: 'link', title: 'Out', target: { kind: 'url', url: 'https://example.org' } },
      { operation: 'insert_page', type: 'group', title: 'Group', at: 1 },
    );
    expect(await paths(next.revision)).toEqual([
      'zero',
      'group',
      'a',
      'a/b',
      'a/b/c',
      'd',
      'a-1',
      'called-by-its-heading',
      '→Out',
    ]);
  });

  test('a page is moved with its descendants, which do not change otherwise', async () => {
    const { spaceId, a, b, c, d } = await aTree();
    const moved = await edit({ spaceId }, { operation: 'move_page', page: b, into: d });
    expect(await paths(moved.revision)).toEqual(['a', 'd', 'd/b', 'd/b/c']);
    const reordered = await edit({ spaceId }, { operation: 'move_page', page: d, at: 0 });
    expect(await paths(reordered.revision)).toEqual(['d', 'd/b', 'd/b/c', 'a']);
    const top = await edit(
      { spaceId },
      { operation: 'update_page', page: c, into: null, at: 1, title: 'See', slug: 'see' },
    );
    expect(await paths(top.revision)).toEqual(['d', 'd/b', 'see', 'a']);
    expect(top.pages).toEqual([{ id: c, outcome: 'updated', ref: null }]);
    expect(await getPageMarkdown(owner.context(), await getPage(owner.context(), top.revision, c))).toBe('Text of C');
    expect(a).toMatch(/^pg_/);
  });

  test('a page is deleted with its descendants except those moved out before', async () => {
    const { spaceId, a, b, c } = await aTree();
    const { revision, pages } = await edit(
      { spaceId },
      { operation: 'move_page', page: c, into: null },
      insert('New', { into: b }),
      { operation: 'delete_page', page: a },
    );
    expect(await paths(revision)).toEqual(['d', 'c']);
    // No page with a missing parent is left.
    expect(await server.platform.db.prisma.contentEntry.count({ where: { line: spaceId, toSeq: null } })).toBe(2);
    expect(pages).toEqual([
      { id: c, outcome: 'updated', ref: null },
      { id: a, outcome: 'deleted', ref: null },
    ]);
  });

  test('a moved page is found by its former paths, and links to it keep working', async () => {
    const { spaceId, a, b, c, d } = await aTree();
    const linked = await edit(
      { spaceId },
      {
        operation: 'update_page',
        page: d,
        document: {
          markdown: `[1](/pages/${c}) [2](a/b/c.md#x) [3](/a/b) [4](none.md) [5](https://example.org) [6](#y)\n\n# Y`,
        },
      },
    );
    const linksOn = async (revision: Revision) =>
      (await listPageLinks(owner.context(), await getPage(owner.context(), revision, d), firstPage)).items.map(
        ({ kind, page, anchor }) => `${kind} ${page?.path ?? ''}${anchor === null ? '' : `#${anchor}`}`,
      );
    const before = ['page a/b/c', 'broken a/b/c#x', 'page a/b', 'broken ', 'url ', 'page d#y'];
    expect(await linksOn(linked.revision)).toEqual(before);
    await edit({ spaceId }, { operation: 'update_page', page: a, slug: 'alpha' });
    const { revision } = await edit({ spaceId }, { operation: 'move_page', page: b, into: d });
    const after = ['page d/b/c', 'broken d/b/c#x', 'page d/b', 'broken ', 'url ', 'page d#y'];
    expect(await linksOn(revision)).toEqual(after);
    for (const path of ['a/b/c', 'alpha/b/c', 'd/b/c'])
      expect((await getPageByPath(owner.context(), revision, path)).id).toBe(c);
    const edited = await edit(
      { spaceId },
      {
        operation: 'update_page',
        page: d,
        document: { markdown: `Again [2](a/b/c.md#x) [3](/a/b) [new](b/c)` },
      },
    );
    expect(await linksOn(edited.revision)).toEqual(['broken d/b/c#x', 'page d/b', 'page d/b/c']);
    const taken = await edit({ spaceId }, insert('A'), insert('B', { into: 'a' }));
    expect((await getPageByPath(owner.context(), taken.revision, 'a/b')).id).toBe(taken.subjects[1]);
    expect((await getPageByPath(owner.context(), taken.revision, 'a/b/c')).id).toBe(c);
  });

  test('a page is restored with its text, attributes and position from an earlier revision', async () => {
    const { spaceId, revision: first, a, b, c } = await aTree();
    await edit(
      { spaceId },
      { operation: 'update_page', page: c, title: 'New', document: { markdown: 'Other' }, emoji: '🚀' },
      { operation: 'delete_page', page: a },
    );
    const back = await edit(
      { spaceId },
      ...[a, b, c].map((page): ContentOperation => ({ operation: 'revert_page', page, revision: first.id })),
    );
    expect(await paths(back.revision)).toEqual(await paths(first));
    expect((await diffContent(owner.context(), first, back.revision)).changes).toEqual([]);
  });
});

describe('a page that comes back', () => {
  const chain = (name: string, length: number, parentId?: string) =>
    Array.from({ length }, (_, index) => ({
      id: `pg_${name}${index}`,
      ...(index > 0 ? { parentId: `pg_${name}${index - 1}` } : parentId && { parentId }),
    }));

  test('a restored page stays where it is when its earlier position would make the tree too deep', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const first = await writePages(owner, spaceId, [
      ...chain('deep', 98),
      { id: 'pg_place' },
      ...chain('x', 95, 'pg_place'),
    ]);
    const moved = await edit(
      { spaceId },
      { operation: 'move_page', page: 'pg_x0', into: null },
      { operation: 'move_page', page: 'pg_place', into: 'pg_deep97' },
    );
    const back = await edit({ spaceId }, { operation: 'revert_page', page: 'pg_x0', revision: first.id });
    expect((await paths(back.revision)).toSorted()).toEqual((await paths(moved.revision)).toSorted());
  });

  test('a restored page stays where it is when its earlier parent has become a computed page', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const first = await writePages(owner, spaceId, [{ id: 'pg_p' }, { id: 'pg_x', parentId: 'pg_p' }]);
    const computed = { type: 'builtin:openapi' };
    await writePages(owner, spaceId, [{ id: 'pg_p', attributes: { computed } }, { id: 'pg_x' }]);
    const back = await edit({ spaceId }, { operation: 'revert_page', page: 'pg_x', revision: first.id });
    const [entry] = await listEntries(owner.context().sql, back.revision, ['pg_x']);
    expect(entry?.parentId).toBeNull();
  });
});

describe('a refused edit', () => {
  const cases: [string, (tree: Awaited<ReturnType<typeof aTree>>) => ContentOperation, object][] = [
    ['a page under itself', ({ a }) => ({ operation: 'move_page', page: a, into: a }), { type: 'validation_failed' }],
    [
      'a page below its own descendant',
      ({ a, c }) => ({ operation: 'move_page', page: a, into: c }),
      { type: 'validation_failed' },
    ],
    ['a group below a page', ({ a }) => insert('G', { type: 'group', into: a }), { type: 'validation_failed' }],
    ['a slug that is taken', () => insert('X', { slug: 'd' }), { type: 'already_exists' }],
    ['a slug that is taken, of a page', ({ a }) => ({ operation: 'update_page', page: a, slug: 'd' }), { status: 409 }],
    ['an absent page', () => ({ operation: 'delete_page', page: 'pg_none' }), { type: 'reference_not_found' }],
    ['an absent parent', () => insert('X', { into: 'pg_none' }), { type: 'reference_not_found' }],
    ['a link without a target', () => insert('X', { type: 'link' }), { type: 'validation_failed' }],
    ['a member of another operation', ({ a }) => ({ operation: 'delete_page', page: a, title: 'X' }), { status: 400 }],
    ['nothing to move', ({ a }) => ({ operation: 'move_page', page: a }), { status: 400 }],
    ['a name twice', () => insert('X', { ref: 'first' }), { type: 'validation_failed' }],
    ['a block that Markdown lacks', () => insert('X', { document: { document: { object: 'x' } } }), { status: 400 }],
    [
      'the revision of another space',
      ({ a }) => ({ operation: 'revert_page', page: a, revision: 'rev_x' }),
      { status: 404 },
    ],
  ];
  test.each(cases)('an edit with %s is refused and changes nothing', async (_name, make, refusal) => {
    const tree = await aTree();
    await expect(edit(tree, insert('Fine', { ref: 'first' }), make(tree))).rejects.toMatchObject(refusal);
    expect(await getContent(owner.context(), tree.spaceId)).toMatchObject({ id: tree.revision.id });
  });

  test('an edit of a locked space is refused', async () => {
    const { id: spaceId } = await aSpace(server, organizationId, { editMode: 'locked' });
    await expect(edit({ spaceId }, insert('A'))).rejects.toMatchObject({ type: 'space_locked', status: 403 });
    const { id: changeRequestId } = await aChangeRequest(server, spaceId, { createdById: owner.userId });
    expect(await paths((await edit({ spaceId, changeRequestId }, insert('A'))).revision)).toEqual(['a']);
  });

  test('an edit that expects an earlier revision is refused and lists what changed since', async () => {
    const { spaceId, revision, a, c } = await aTree();
    await edit(
      { spaceId },
      { operation: 'update_page', page: c, document: { markdown: 'Mine' } },
      { operation: 'delete_page', page: a },
      insert('E'),
    );
    await expect(edit({ spaceId, expectedRevision: revision.id }, insert('F'))).rejects.toMatchObject({
      type: 'precondition_failed',
      details: expect.arrayContaining([{ path: 'expectedRevision', rule: 'page_deleted', message: `${a} "A"` }]),
    });
  });
});

describe('a change request', () => {
  test('an edit of a change request does not change its space, and pages are restored from its initial revision', async () => {
    const { spaceId, revision, a, b, c, d } = await aTree();
    const { id: changeRequestId } = await aChangeRequest(server, spaceId);
    const place = { spaceId, changeRequestId };
    const edited = await edit(
      place,
      { operation: 'move_page', page: c, into: d },
      { operation: 'delete_page', page: a },
      insert('E', { into: d, at: 0 }),
    );
    expect(await paths(edited.revision)).toEqual(['d', 'd/e', 'd/c']);
    expect(await paths(await getContent(owner.context(), spaceId))).toEqual(await paths(revision));
    const changes = describeChanges((await diffContent(owner.context(), revision, edited.revision)).changes);
    expect(changes.map(({ type, id }) => `${type} ${id}`).toSorted()).toEqual(
      [`page_created ${edited.subjects[2]}`, `page_deleted ${a}`, `page_deleted ${b}`, `page_moved ${c}`].toSorted(),
    );
    const back = await edit(place, ...[a, b, c].map((page): ContentOperation => ({ operation: 'revert_page', page })), {
      operation: 'delete_page',
      page: edited.subjects[2] ?? '',
    });
    expect((await diffContent(owner.context(), revision, back.revision)).changes).toEqual([]);
  });
});

test('files, variables and reusable contents are created, updated and deleted', async () => {
  const { id: spaceId } = await aSpace(server, organizationId);
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const first = await edit(
    { spaceId },
    { operation: 'insert_files', files: [{ name: 'dot', base64: png, ref: 'dot' }] },
    insert('A', { document: { markdown: '![](./dot)' }, cover: { ref: { kind: 'file', file: 'dot' } } }),
    { operation: 'set_variables', variables: { product: 'Octavo' } },
    { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Take care' } },
  );
  const [file = '', page = '', , note = ''] = first.subjects;
  const shown = await getPage(owner.context(), first.revision, page);
  expect(shown.cover).toEqual({ ref: { kind: 'file', file }, yPos: 0 });
  expect((await listPageLinks(owner.context(), shown, firstPage)).items).toMatchObject([
    { kind: 'file', file: { contentType: 'image/png' } },
  ]);
  const second = await edit(
    { spaceId },
    { operation: 'rename_file', file, name: 'point.png' },
    { operation: 'set_variables', variables: {} },
    { operation: 'update_reusable_content', reusableContent: note, title: 'Hint' },
  );
  const changes = describeChanges((await diffContent(owner.context(), first.revision, second.revision)).changes);
  expect(changes.map(({ type, fields }) => [type, ...fields]).toSorted()).toEqual([
    ['file_edited', 'title'],
    ['reusable_content_edited', 'title'],
    ['variables_edited'],
  ]);
  const third = await edit(
    { spaceId },
    { operation: 'delete_file', file },
    { operation: 'delete_reusable_content', reusableContent: note },
  );
  expect((await diffContent(owner.context(), second.revision, third.revision)).total).toBe(2);
});
