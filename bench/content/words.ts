import { generateNKeysBetween } from 'fractional-indexing';
import { documentText, type DocumentText, type EntryState, type LinkState } from '../../src/domain/content/changes.ts';
import { commitContent } from '../../src/domain/content/commit.ts';
import type { Context } from '../../src/domain/context.ts';
import { emptySpace } from './space.ts';

const vocabulary = 20_000;
const wordsPerPage = 300;
const sectionsPerPage = 4;
const pagesPerRevision = 100;

const noLink = { startsAt: 0, endsAt: 1, url: 'https://example.org', kind: 'url', targetId: null, anchor: null };

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** The word of a place in the order of frequency: pronounceable, and like others in its beginning. */
export function wordOfRank(rank: number): string {
  let word = '';
  for (let rest = rank * 7_919 + 400; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? '';
  return word;
}

/** A space in which words are as frequent as in a language: the second half as often as the first, and so on. */
export async function fillWithWords(ctx: Context, pages: number): Promise<{ id: string; organizationId: string }> {
  const space = await emptySpace(ctx);
  let state = 42;
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const aWord = () => wordOfRank(Math.max(1, Math.floor(vocabulary ** random())));
  const words = (count: number) => Array.from({ length: count }, aWord).join(' ');
  const positions = generateNKeysBetween(null, null, pages);
  for (let from = 0; from < pages; from += pagesPerRevision) {
    const documents: DocumentText[] = [];
    const put: EntryState[] = [];
    const links: LinkState[] = [];
    for (let index = from; index < Math.min(from + pagesPerRevision, pages); index += 1) {
      const sections = Array.from(
        { length: sectionsPerPage },
        () => `## ${words(3)}\n\n${words(wordsPerPage / sectionsPerPage)}.\n\n`,
      );
      const document = documentText(`${words(10)}.\n\n${sections.join('')}Page ${index}.`);
      if (document === null) continue;
      documents.push(document);
      const pageId = ctx.newId('pg');
      // Texts of pages whose links are given are not parsed for them.
      links.push({ ...noLink, pageId });
      put.push({
        id: pageId,
        kind: 'page',
        parentId: null,
        position: positions[index] ?? '',
        type: 'document',
        title: words(3),
        slug: `page-${index}`,
        documentId: document.id,
        blobHash: null,
        attributes: {},
      });
    }
    await commitContent(ctx, { spaceId: space.id }, async () => ({ put, remove: [], documents, links }));
  }
  return space;
}
