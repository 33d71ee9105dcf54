import { generateNKeysBetween } from 'fractional-indexing';
import { storedTextOf, type StoredText, type EntryState } from '../../src/text/content/changes.ts';
import { commitContent } from '../../src/domain/authoring/content/commit.ts';
import type { Context } from '../../src/domain/core/context.ts';
import { emptySpace } from './space.ts';

const vocabulary = 20_000;
const wordsPerPage = 300;
const sectionsPerPage = 4;
const pagesPerRevision = 500;

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** Returns the word for a frequency rank. Words are pronounceable and share prefixes. */
export function wordOfRank(rank: number): string {
  const known = words.get(rank);
  if (known !== undefined) return known;
  let word = '';
  for (let rest = rank * 7_919 + 400; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? '';
  words.set(rank, word);
  return word;
}

const words = new Map<number, string>();

/** Words in a script without spaces, which are inserted into sentences. */
export const japanese = { everywhere: '文書', rare: '検索' };
const writeSentence = (index: number) => `この文書は第${index}番の説明${index % 100 === 0 ? 'と検索' : ''}です。`;

interface Filling {
  /** Id of the space to fill; a new space when omitted. */
  readonly organizationId?: string;
  readonly seed?: number;
}

/** Fills a space with words in Zipf's distribution: the n-th word is 1/n times as frequent as the first. */
export async function fillWithWords(
  ctx: Context,
  pages: number,
  { organizationId, seed = 42 }: Filling = {},
): Promise<{ id: string; organizationId: string }> {
  const space = await emptySpace(ctx, organizationId);
  let state = seed;
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const aWord = () => wordOfRank(Math.max(1, Math.floor(vocabulary ** random())));
  const some = (count: number) => Array.from({ length: count }, aWord).join(' ');
  const positions = generateNKeysBetween(null, null, pages);
  for (let from = 0; from < pages; from += pagesPerRevision) {
    const texts: StoredText[] = [];
    const put: EntryState[] = [];
    for (let index = from; index < Math.min(from + pagesPerRevision, pages); index += 1) {
      const sections = Array.from(
        { length: sectionsPerPage },
        () => `## ${some(3)}\n\n${some(wordsPerPage / sectionsPerPage)}.\n\n`,
      );
      const document = storedTextOf(`${some(10)}.\n\n${sections.join('')}${writeSentence(index)}`);
      if (document === null) continue;
      texts.push(document);
      put.push({
        id: ctx.newId('pg'),
        kind: 'page',
        parentId: null,
        position: positions[index] ?? '',
        type: 'document',
        title: some(3),
        slug: `page-${index}`,
        documentId: document.id,
        blobHash: null,
        attributes: {},
      });
    }
    await commitContent(ctx, { spaceId: space.id }, async () => ({ put, remove: [], texts, links: [] }));
  }
  return space;
}
