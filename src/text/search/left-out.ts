import type { Clause } from './parse-query.ts';

/**
 * The words of clauses as the text of a query writes them, in order. Pairs of characters of a dense script overlap: those that follow
 * each other are one text, and characters that a kept pair has are not part of it.
 */
export function textsOf(text: string, left: readonly Clause[], kept: readonly Clause[]): string[] {
  const isLeft = Array.from({ length: text.length }, () => false);
  const mark = (clauses: readonly Clause[], value: boolean) => {
    for (const { words } of clauses) for (const { start, end } of words) isLeft.fill(value, start, end);
  };
  mark(left, true);
  mark(kept, false);
  const texts: string[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    if (isLeft[at] === true && start < 0) start = at;
    if (isLeft[at] === true || start < 0) continue;
    texts.push(text.slice(start, at));
    start = -1;
  }
  return texts;
}

const words = new Intl.Segmenter('zh', { granularity: 'word' });

/** The pairs of characters of a dense script that stand over the border of two words, which a page with both words need not have. */
export function pairsAcrossWords(text: string, clauses: readonly Clause[]): Clause[] {
  const dense = clauses.filter(({ words: [word] }) => word?.isDense === true);
  if (dense.length < 2) return [];
  const starts = wordStarts(text);
  return dense.filter(({ words: [pair] }) => {
    const [start = 0, end = 0] = [pair?.start, pair?.end];
    return Array.from({ length: Math.max(0, end - start - 1) }, (_, at) => start + 1 + at).some((at) => starts.has(at));
  });
}

/** Where words begin. Characters that stand alone, because the dictionary lacks their word, are taken two by two, as most words are. */
function wordStarts(text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  let alone = 0;
  for (const { segment, index } of words.segment(text)) {
    if (alone % 2 === 0 || segment.length > 1) starts.add(index);
    alone = segment.length > 1 ? 0 : alone + 1;
  }
  return starts;
}
