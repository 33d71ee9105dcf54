import { beforeAll, describe, expect, it } from 'vitest';
import { commitTree } from '../../../src/domain/exchange/imports/commit/commit-tree.ts';
import { updateContent } from '../../../src/domain/authoring/content/edits/update-content.ts';
import { buildMarkdownTree } from '../../../src/text/imports/markdown-tree.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const treeOf = (files: Readonly<Record<string, string>>) =>
  buildMarkdownTree(Object.entries(files).map(([path, text]) => ({ path, body: Buffer.from(text) })));

const entriesOf = async (spaceId: string) => {
  const { pages } = (await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`)).body;
  const { items } = (await owner.rest(`GET /v1/spaces/${spaceId}/content/files`)).body;
  return Object.fromEntries([...pages, ...items].map(({ title, name, id }) => [title ?? name, id]));
};

describe('an update of an earlier import', () => {
  it('that is known finds renamed pages and files by it, and none in another import', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const first = { 'README.md': '# Start\n\n![a](a.png)\n', 'one.md': '# One\n', 'a.png': 'png' };
    const { revision } = await commitTree(owner.context(), { spaceId }, await treeOf(first));
    await commitTree(owner.context(), { spaceId }, await treeOf({ 'README.md': '# Other\n', 'b.png': 'x' }));
    const before = await entriesOf(spaceId);
    const second = { 'README.md': '# Start\n\n![b](b.png)\n', 'two.md': '# Two, with other words\n', 'b.png': 'png' };
    const renames = new Map([
      ['two.md', 'one.md'],
      ['b.png', 'a.png'],
    ]);
    const { changes } = await commitTree(owner.context(), { spaceId }, await treeOf(second), {
      update: { importId: revision.id, renames },
    });
    expect(changes).toEqual({ added: 0, updated: 3, removed: 0, unchanged: 0 });
    const after = await entriesOf(spaceId);
    expect(after['Two, with other words']).toBe(before['One']);
    expect(after['Start']).toBe(before['Start']);
    expect(after['Other']).toBe(before['Other']);
    expect(after).not.toHaveProperty('a.png');
  });

  it('keeps an edit that was made between its first reading and its transaction', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const first = { 'README.md': '# Start\n\nWords.\n', 'guide.md': '# Guide\n\nAs imported.\n' };
    await commitTree(owner.context(), { spaceId }, await treeOf(first));
    const { pages } = (await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`)).body;
    const guide = pages.find(({ title }: { title: string }) => title === 'Guide').id as string;
    const edit = {
      operation: 'update_page',
      page: guide,
      document: { markdown: '# Guide\n\nEdited here.\n' },
    } as const;
    const second = { ...first, 'README.md': '# Start\n\nOther words.\n' };
    const { changes } = await commitTree(owner.context(), { spaceId }, await treeOf(second), {
      update: true,
      begin: async (ctx) => {
        await updateContent(ctx, { spaceId, operations: [{ input: edit, path: ['changes', 0] }] } as never);
      },
    });
    expect(changes).toEqual({ added: 0, updated: 1, removed: 0, unchanged: 1 });
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${guide}?format=markdown`);
    expect(body.markdown).toContain('Edited here.');
  });
});
