import type { FilledText } from '../../text/html/compiled-text.ts';
import type { ShownPage } from '../../domain/publishing/published-pages/shown.ts';

/** The heading with which a text begins, where that is the title of the page in other words, so that it is shown once. */
export const findOwnTitle = (
  { title }: Pick<ShownPage, 'title'>,
  { opening }: Pick<FilledText, 'opening'>,
): FilledText['opening'] => (opening !== null && isSimilar(title, opening.title) ? opening : null);

/** Length of the words that need not be whole, in letters: `install` is like `installation`. */
const minStem = 3;

/** Whether at least half of the words of the shorter title are in the other one. */
function isSimilar(title: string, other: string): boolean {
  const [few = [], many = []] = [readWords(title), readWords(other)].toSorted((one, two) => one.length - two.length);
  const shared = few.filter((word) => many.some((one) => isLike(word, one)));
  return shared.length > 0 && shared.length * 2 >= few.length;
}

const readWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const isLike = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= minStem && (one.startsWith(other) || other.startsWith(one)));

/** The outline of a text without the heading that is the title. */
export const outlineBelow = (outline: FilledText['outline'], title: FilledText['opening']): FilledText['outline'] =>
  title === null
    ? outline
    : outline.flatMap((entry) =>
        entry.id === title.id ? [] : [{ ...entry, depth: Math.max(1, entry.depth - 1) as 1 | 2 | 3 }],
      );
