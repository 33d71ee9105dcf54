import { generateNKeysBetween } from 'fractional-indexing';
import { beforeAll, describe, expect, test } from 'vitest';
import { storedTextOf, type ContentChanges, type EntryState } from '../../../src/text/content/changes.ts';
import { commitContent } from '../../../src/domain/authoring/content/commit.ts';
import { listEntries, listSiblings } from '../../../src/domain/authoring/content/queries/entries.ts';
import { evaluateExpressions } from '../../../src/text/content/evaluate-expressions.ts';
import { flatten } from '../../../src/domain/authoring/content/page.ts';
import {
  findPage,
  getPageByPath,
  getPageMarkdown,
  listPagesBelow,
  loadTree,
} from '../../../src/domain/authoring/content/pages.ts';
import { getContent, type Revision } from '../../../src/domain/authoring/content/revisions.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const nothing: ContentChanges = { put: [], remove: [], texts: [], links: [] };

const aPage = (id: string, values: Partial<EntryState> = {}): EntryState => ({
  id,
  kind: 'page',
  parentId: null,
  position: 'a0',
  type: 'document',
  title: id,
  slug: id,
  documentId: null,
  blobHash: null,
  attributes: {},
  ...values,
});

const commit = (spaceId: string, changes: Partial<ContentChanges>) =>
  commitContent(owner.context(), { spaceId }, async () => ({ ...nothing, ...changes }));

const paths = async (revision: Revision, ctx: Context = owner.context()) =>
  flatten(await loadTree(ctx, revision)).map(({ path, title }) => path ?? title);

describe('commitContent', () => {
  test('revisions are numbered in sequence, and earlier revisions stay unchanged', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const text = storedTextOf('One');
    const other = storedTextOf('Two');
    if (!text || !other) throw new Error('A text is no document');
    const first = await commit(id, {
      put: [aPage('a', { documentId: text.id }), aPage('b', { position: 'a1' }), aPage('c', { parentId: 'b' })],
      texts: [text],
    });
    const second = await commit(id, {
      put: [
        aPage('a', { documentId: other.id, title: 'Renamed', slug: 'renamed' }),
        aPage('c', { parentId: 'a', position: 'a2' }),
      ],
      remove: ['b'],
      texts: [other],
    });
    expect([first.parents, second.parents]).toEqual([[revisionId], [first.id]]);
    expect([first.seq, second.seq]).toEqual([2, 3]);
    expect(await getContent(owner.context(), id)).toMatchObject({ id: second.id, seq: 3 });
    expect(await paths(first)).toEqual(['a', 'b', 'b/c']);
    expect(await paths(second)).toEqual(['renamed', 'renamed/c']);

    const ctx = owner.context();
    const [then, now] = [await findPage(ctx, first, 'a'), await findPage(ctx, second, 'a')];
    expect([then?.title, now?.title]).toEqual(['a', 'Renamed']);
    expect([then && (await getPageMarkdown(ctx, then)), now && (await getPageMarkdown(ctx, now))]).toEqual([
      'One',
      'Two',
    ]);
    expect(now?.createdAt).toBe(then?.createdAt);
    expect((await getPageByPath(ctx, first, 'b/c')).id).toBe('c');
    await expect(getPageByPath(ctx, second, 'b/c')).rejects.toMatchObject({ type: 'not_found' });
    expect(await findPage(ctx, second, 'b')).toBeNull();
  });

  test('takes as many statements for five hundred changes as for one', async () => {
    const { id } = await aSpace(server, organizationId);
    const counts = [];
    for (const size of [1, 500]) {
      const keys = generateNKeysBetween(null, null, size);
      const texts = keys.flatMap((key) => storedTextOf(`${id} ${size} ${key}`) ?? []);
      const put = texts.map(({ id: documentId }, index) =>
        aPage(`p${size}-${index}`, { documentId, position: `${keys[index]}` }),
      );
      const links = put.map((page) => ({
        pageId: page.id,
        startsAt: 0,
        endsAt: 1,
        url: 'x',
        kind: 'broken',
        targetId: null,
        anchor: null,
      }));
      await server.statements.reset();
      await commit(id, { put, texts, links });
      counts.push(server.statements.texts.length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(14);
  });

  test('writes one row when one page of a thousand changes', async () => {
    const { id } = await aSpace(server, organizationId);
    const keys = generateNKeysBetween(null, null, 1_000);
    await commit(id, { put: keys.map((position, index) => aPage(`p${index}`, { position })) });
    const rows = () => server.platform.db.prisma.contentEntry.count({ where: { line: id } });
    const before = await rows();
    await commit(id, { put: [aPage('p500', { position: `${keys[500]}`, title: 'New' })] });
    expect((await rows()) - before).toBe(1);
  });

  test('refuses two pages with the same path and lets pages swap their paths', async () => {
    const { id } = await aSpace(server, organizationId);
    const first = await commit(id, { put: [aPage('a'), aPage('b')] });
    await expect(commit(id, { put: [aPage('c', { slug: 'a' })] })).rejects.toMatchObject({ type: 'already_exists' });
    expect(await getContent(owner.context(), id)).toMatchObject({ id: first.id });
    const traded = await commit(id, { put: [aPage('a', { slug: 'b' }), aPage('b', { slug: 'a' })] });
    expect((await getPageByPath(owner.context(), traded, 'a')).id).toBe('b');
  });

  test('concurrent commits are numbered without gaps or forks', async () => {
    const { id } = await aSpace(server, organizationId);
    await Promise.all(Array.from({ length: 20 }, (_, index) => commit(id, { put: [aPage(`p${index}`)] })));
    const revisions = await server.platform.db.prisma.revision.findMany({
      where: { line: id },
      orderBy: { seq: 'asc' },
    });
    expect(revisions.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(revisions.slice(1).map(({ parents }) => parents)).toEqual(revisions.slice(0, -1).map((one) => [one.id]));
    expect(await paths(await getContent(owner.context(), id))).toHaveLength(20);
  });

  test('refuses to write to a deleted space', async () => {
    const { id } = await aSpace(server, organizationId, { deletedAt: clock.now() });
    await expect(commit(id, { put: [aPage('a')] })).rejects.toMatchObject({ type: 'not_found' });
  });
});

test('entries can be read and written again, and siblings are listed in order', async () => {
  const { id } = await aSpace(server, organizationId);
  const pages = [
    aPage('b', { position: 'a1', attributes: { emoji: '🚀' } }),
    aPage('a', { position: 'a2' }),
    aPage('c', { parentId: 'a' }),
  ];
  const revision = await commit(id, { put: pages });
  const ctx = owner.context();
  expect(await listEntries(ctx.sql, revision, ['b', 'none'])).toEqual([pages[0]]);
  expect((await listSiblings(ctx.sql, revision, null)).map((sibling) => sibling.id)).toEqual(['b', 'a']);
  expect((await listSiblings(ctx.sql, revision, 'a')).map((sibling) => sibling.id)).toEqual(['c']);
});

describe('a change request', () => {
  const propose = (spaceId: string, changeRequestId: string, changes: Partial<ContentChanges>) =>
    commitContent(owner.context(), { spaceId, changeRequestId }, async () => ({ ...nothing, ...changes }));

  test('shows main content with its own created, updated, moved and deleted pages', async () => {
    const { id } = await aSpace(server, organizationId);
    const keys = generateNKeysBetween(null, null, 5);
    const base = await commit(id, {
      put: [
        aPage('a', { position: `${keys[0]}` }),
        aPage('b', { position: `${keys[1]}` }),
        aPage('c', { position: `${keys[2]}`, parentId: 'b' }),
        aPage('d', { position: `${keys[3]}` }),
      ],
    });
    const request = await aChangeRequest(server, id);
    const line = await propose(id, request.id, {
      put: [
        aPage('b', { position: `${keys[1]}`, slug: 'bee', title: 'Bee' }),
        aPage('c', { position: `${keys[2]}`, parentId: 'a' }),
        aPage('e', { position: `${keys[4]}`, parentId: 'b' }),
      ],
      remove: ['d'],
    });
    expect(line).toMatchObject({ line: request.id, seq: 1, baseSeq: base.seq, parents: [base.id], type: 'edits' });
    const main = await commit(id, { put: [aPage('a', { position: `${keys[0]}`, slug: 'later' })], remove: ['b', 'c'] });
    const ctx = owner.context();
    expect(await paths(line)).toEqual(['a', 'a/c', 'bee', 'bee/e']);
    expect(await paths(main)).toEqual(['later', 'd']);
    expect((await getPageByPath(ctx, line, 'a/c')).id).toBe('c');
    expect((await getPageByPath(ctx, line, 'bee/e')).path).toBe('bee/e');
    await expect(getPageByPath(ctx, line, 'd')).rejects.toMatchObject({ type: 'not_found' });
    expect(await findPage(ctx, line, 'd')).toBeNull();
    const page = await findPage(ctx, line, 'b');
    expect(page?.title).toBe('Bee');
    expect(page && (await listPagesBelow(ctx, page)).map(({ path }) => path)).toEqual(['bee/e']);
  });

  test('a page that a change request creates and deletes again leaves no difference', async () => {
    const { id } = await aSpace(server, organizationId);
    const created = await commit(id, { put: [aPage('a')] });
    const request = await aChangeRequest(server, id);
    const first = await propose(id, request.id, { put: [aPage('b', { position: 'a1' })], remove: ['a'] });
    const second = await propose(id, request.id, { put: [aPage('a', { title: 'Back' })], remove: ['b'] });
    expect(second).toMatchObject({ seq: 2, baseSeq: created.seq, parents: [first.id] });
    expect([await paths(first), await paths(second)]).toEqual([['b'], ['a']]);
    const ctx = owner.context();
    expect((await findPage(ctx, second, 'a'))?.createdAt).toBe((await findPage(ctx, created, 'a'))?.createdAt);
    const open = await server.platform.db.prisma.contentEntry.findMany({ where: { line: request.id, toSeq: null } });
    expect(open.map(({ entryId, deleted }) => [entryId, deleted])).toEqual([['a', false]]);
    expect(await server.platform.db.prisma.changeRequest.findUnique({ where: { id: request.id } })).toMatchObject({
      revisionId: second.id,
      revisionInitialId: created.id,
      version: 3,
    });
    expect(await getContent(ctx, id)).toMatchObject({ id: created.id });
  });

  test('can be based on newer main content and records its parents', async () => {
    const { id } = await aSpace(server, organizationId);
    const base = await commit(id, { put: [aPage('a')] });
    const request = await aChangeRequest(server, id);
    const first = await propose(id, request.id, { put: [aPage('b', { position: 'a1' })] });
    const main = await commit(id, { put: [aPage('c', { position: 'a2' })] });
    const options = { type: 'update', parents: [first.id, main.id], baseSeq: main.seq } as const;
    const place = { spaceId: id, changeRequestId: request.id };
    const updated = await commitContent(owner.context(), place, async () => nothing, options);
    expect(updated).toMatchObject({ type: 'update', parents: [first.id, main.id], baseSeq: main.seq });
    expect([await paths(base), await paths(first), await paths(updated)]).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
  });

  test.each(['archived', 'merged'])('that is %s refuses writes', async (status) => {
    const { id } = await aSpace(server, organizationId);
    const request = await aChangeRequest(server, id, { status });
    await expect(propose(id, request.id, { put: [aPage('a')] })).rejects.toMatchObject({ type: 'invalid_state' });
  });

  test('cannot be written through another space', async () => {
    const [{ id }, other] = [await aSpace(server, organizationId), await aSpace(server, organizationId)];
    const request = await aChangeRequest(server, id);
    await expect(propose(other.id, request.id, { put: [aPage('a')] })).rejects.toMatchObject({ type: 'not_found' });
    await server.platform.db.prisma.space.update({ where: { id }, data: { deletedAt: clock.now() } });
    await expect(propose(id, request.id, { put: [aPage('a')] })).rejects.toMatchObject({ type: 'not_found' });
  });

  test('and its space take concurrent writes, each numbered without gaps', async () => {
    const { id } = await aSpace(server, organizationId);
    const request = await aChangeRequest(server, id);
    const both = Array.from({ length: 10 }, (_, index) => [
      commit(id, { put: [aPage(`m${index}`)] }),
      propose(id, request.id, { put: [aPage(`r${index}`)] }),
    ]);
    await Promise.all(both.flat());
    for (const [line, from] of [
      [id, 2],
      [request.id, 1],
    ] as const) {
      const revisions = await server.platform.db.prisma.revision.findMany({
        where: { line, type: 'edits', seq: { gte: from } },
        orderBy: { seq: 'asc' },
      });
      expect(revisions.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, index) => index + from));
    }
  });
});

test.each([
  ['{{ page.vars.name }} and {{page.vars.name}}', 'Octavo and Octavo'],
  ['<code class="expression">page.vars.name</code>', 'Octavo'],
  ['{{ space.vars.name }} {{ space.vars.product }}', '{{ space.vars.name }} Handbook'],
  ['<code class="expression">space.vars.product</code>', 'Handbook'],
  ['{{ page.vars.other }} {{ other.vars.name }} {{ name }}', '{{ page.vars.other }} {{ other.vars.name }} {{ name }}'],
  ['{{ page.vars.constructor }}', '{{ page.vars.constructor }}'],
])('evaluateExpressions replaces the expressions in %s', (markdown, result) => {
  expect(evaluateExpressions(markdown, { page: { name: 'Octavo' }, space: { product: 'Handbook' } })).toBe(result);
});

test('evaluateExpressions lets a text grow by at most two megabytes', () => {
  const name = '{{page.vars.a}}';
  const values = { page: { a: 'x'.repeat(256) }, space: {} };
  const made = evaluateExpressions(name.repeat(100_000), values);
  expect(made.length).toBeLessThanOrEqual(name.length * 100_000 + 2_097_152);
  expect(made.startsWith(values.page.a)).toBe(true);
  expect(made.endsWith(name)).toBe(true);
});
