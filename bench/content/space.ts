import { generateNKeysBetween } from 'fractional-indexing';
import { storedTextOf, type EntryState } from '../../src/text/content/changes.ts';
import { commitContent } from '../../src/domain/authoring/content/commit.ts';
import { editOnce } from '../../src/domain/authoring/content/edits/update-content.ts';
import { loadTree } from '../../src/domain/authoring/content/pages.ts';
import { storeTexts } from '../../src/domain/authoring/content/stored-texts.ts';
import type { Context } from '../../src/domain/core/context.ts';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { prepareIndex } from '../../src/domain/authoring/search-index/prepare-index.ts';
import { transact } from '../../src/domain/core/transact.ts';

export interface FilledSpace {
  readonly id: string;
  readonly pages: number;
  /** Ids of the pages, parents before children. */
  readonly ids: readonly string[];
  /** The edited page in the middle of the tree, and its path. */
  readonly edited: string;
  readonly path: string;
  /** Reads the tree of the revision that filled the space. */
  readFirst(ctx: Context): Promise<unknown>;
}

/** Number of children per page. */
const fanOut = 20;

const paragraph = 'A paragraph of words as documentation has them, with `code` and [a link](other.md). ';

/** Returns a text of about two kilobytes. */
export const textOf = (id: string, round: number | string) =>
  `# Page ${id}\n\n${`${paragraph}${round}\n\n`.repeat(24)}`;

/** Creates a space with many pages, some of them written in one revision. */
export async function fillSpace(
  ctx: Context,
  pages: number,
  { atOnce = 500 }: { readonly atOnce?: number } = {},
): Promise<FilledSpace> {
  const { id } = await emptySpace(ctx);
  const ids = Array.from({ length: pages }, () => ctx.newId('pg'));
  const findParent = (index: number) => (index < fanOut ? null : Math.floor(index / fanOut) - 1);
  const positions = generateNKeysBetween(null, null, fanOut);
  const put = ids.map((pageId, index): EntryState => {
    const parent = findParent(index);
    return {
      id: pageId,
      kind: 'page',
      parentId: parent === null ? null : (ids[parent] ?? null),
      position: positions[index % fanOut] ?? '',
      type: 'document',
      title: `Page ${index}`,
      slug: `page-${index}`,
      documentId: storedTextOf(textOf(pageId, 0))?.id ?? null,
      blobHash: null,
      attributes: {},
    };
  });
  let last = await writePages(ctx, id, put.slice(0, atOnce));
  for (let from = atOnce; from < put.length; from += atOnce)
    last = await writePages(ctx, id, put.slice(from, from + atOnce));
  const filled = last;
  const middle = Math.floor(pages / 2);
  const slugs: string[] = [];
  for (let at: number | null = middle; at !== null; at = findParent(at)) slugs.unshift(`page-${at}`);
  return {
    id,
    pages,
    ids,
    edited: ids[middle] ?? '',
    path: slugs.join('/'),
    readFirst: (reader) => loadTree(reader, filled),
  };
}

/** Writes new pages as an import does, with expensive work before the transaction. */
async function writePages(ctx: Context, spaceId: string, put: readonly EntryState[]) {
  // The texts differ only in ids of the same length, so links are at the same offsets in all of them.
  const { urls } = readMarkdownFacts(textOf(put[0]?.id ?? '', 0));
  const texts = put.map((page) => ({ id: page.documentId ?? '', markdown: textOf(page.id, 0), urls, page }));
  await storeTexts(ctx, texts);
  const analyses = await prepareIndex(
    ctx,
    spaceId,
    texts.map(({ id, markdown, page }) => ({
      id: page.id,
      title: page.title,
      description: '',
      documentId: id,
      markdown,
    })),
  );
  const changes = { put, remove: [], texts, links: [], analyses };
  return transact(ctx, (inner) => commitContent(inner, { spaceId }, async () => changes), { timeoutMs: 60_000 });
}

/** Replaces the text of one page by a content operation, which parses and resolves its links. */
export async function editPage(ctx: Context, space: FilledSpace, round: number): Promise<void> {
  const markdown = textOf(space.edited, round + 1);
  await editOnce(ctx, {
    spaceId: space.id,
    operation: { operation: 'update_page', page: space.edited, document: { markdown } },
  });
}

/** Adds a page as the first child of the page in the middle of the tree, and removes it again. */
export async function addAndRemovePage(ctx: Context, { id: spaceId, edited }: FilledSpace): Promise<void> {
  const { subjects } = await editOnce(ctx, {
    spaceId,
    operation: { operation: 'insert_page', title: 'New', into: edited, at: 0 },
  });
  await editOnce(ctx, { spaceId, operation: { operation: 'delete_page', page: subjects[0] ?? '' } });
}

/** Creates a space in the organization, or in a new one. */
export async function emptySpace(ctx: Context, known?: string): Promise<{ id: string; organizationId: string }> {
  const [id, organizationId, revisionId] = [ctx.newId('spc'), known ?? ctx.newId('org'), ctx.newId('rev')];
  if (known === undefined) await anOrganization(ctx, organizationId);
  await ctx.db.space.create({
    data: {
      id,
      organizationId,
      title: 'Bench',
      position: 'a0',
      revisionId,
      revisions: { create: { id: revisionId, line: id, seq: 1, parents: [], type: 'edits' } },
    },
  });
  return { id, organizationId };
}

async function anOrganization(ctx: Context, id: string): Promise<void> {
  await ctx.db.organization.create({
    data: {
      id,
      title: 'Bench',
      emailDomains: [],
      members: { create: { userId: ctx.actor.userId, role: 'admin' } },
    },
  });
}
