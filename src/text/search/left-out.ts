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
