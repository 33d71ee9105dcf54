import { generateNKeysBetween } from 'fractional-indexing';
import {
  documentText,
  type ContentChanges,
  type EntryState,
  type LinkState,
} from '../../src/domain/content/changes.ts';
import { commitContent } from '../../src/domain/content/commit.ts';
import { readEntries } from '../../src/domain/content/entries.ts';
import { readTree } from '../../src/domain/content/pages.ts';
import type { Context } from '../../src/domain/context.ts';

export interface FilledSpace {
  readonly id: string;
  /** The page that is edited, in the middle of the tree, and its path. */
  readonly edited: string;
  readonly path: string;
  /** Reads the tree of the revision that the space was filled by. */
  readFirst(ctx: Context): Promise<unknown>;
}

/** Pages under one parent. */
const fanOut = 20;

const paragraph = 'A paragraph of words as documentation has them, with `code` and [a link](other.md). ';

/** About two kilobytes. */
const textOf = (id: string, round: number) => `# Page ${id}\n\n${`${paragraph}${round}\n\n`.repeat(24)}`;

/** A space of so many pages, written in one revision. */
export async function fillSpace(ctx: Context, pages: number): Promise<FilledSpace> {
  const id = await emptySpace(ctx);
  const ids = Array.from({ length: pages }, () => ctx.newId('pg'));
  const parentOf = (index: number) => (index < fanOut ? null : Math.floor(index / fanOut) - 1);
  const positions = generateNKeysBetween(null, null, fanOut);
  const put = ids.map((pageId, index): EntryState => {
    const parent = parentOf(index);
    return {
      id: pageId,
      kind: 'page',
      parentId: parent === null ? null : (ids[parent] ?? null),
      position: positions[index % fanOut] ?? '',
      type: 'document',
      title: `Page ${index}`,
      slug: `page-${index}`,
      documentId: documentText(textOf(pageId, 0))?.id ?? null,
      blobHash: null,
      attributes: {},
    };
  });
  const documents = put.flatMap(({ id: pageId }) => documentText(textOf(pageId, 0)) ?? []);
  const first = await commitContent(ctx, id, async () => ({ put, remove: [], documents, links: [] }));
  const middle = Math.floor(pages / 2);
  const slugs: string[] = [];
  for (let at: number | null = middle; at !== null; at = parentOf(at)) slugs.unshift(`page-${at}`);
  return { id, edited: ids[middle] ?? '', path: slugs.join('/'), readFirst: (reader) => readTree(reader, first) };
}

/** A new text with three links for one page. */
export async function editPage(ctx: Context, space: FilledSpace, round: number): Promise<void> {
  await commitContent(ctx, space.id, async (inner, head): Promise<ContentChanges> => {
    const [entry] = await readEntries(inner, head, [space.edited]);
    const document = documentText(textOf(space.edited, round + 1));
    if (!entry || !document) throw new Error('The edited page is gone');
    const links = [100, 200, 300].map((startsAt): LinkState => ({
      pageId: entry.id,
      documentId: document.id,
      startsAt,
      endsAt: startsAt + 8,
      url: 'other.md',
      kind: 'page',
      targetId: entry.id,
      anchor: null,
    }));
    return { put: [{ ...entry, documentId: document.id }], remove: [], documents: [document], links };
  });
}

async function emptySpace(ctx: Context): Promise<string> {
  const [id, organizationId, revisionId] = [ctx.newId('spc'), ctx.newId('org'), ctx.newId('rev')];
  await ctx.db.organization.create({
    data: {
      id: organizationId,
      title: 'Bench',
      emailDomains: [],
      members: { create: { userId: ctx.actor.userId, role: 'admin' } },
    },
  });
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
  return id;
}
