import { closesFence, openedFence } from './fences.ts';

const inlineCode = /(?<!`)(`{1,9})(?!`)[^\n]*?(?<!`)\1(?!`)/g;

/** Returns a function that tells whether an offset is inside of a fence or of code in a line. */
export function findCode(markdown: string): (offset: number) => boolean {
  const spans: (readonly [start: number, end: number])[] = [];
  let fence: string | null = null;
  let at = 0;
  for (const line of markdown.split('\n')) {
    const code = line.trimEnd();
    const isInside = fence !== null;
    if (fence === null) fence = openedFence(code);
    else if (closesFence(code, fence)) fence = null;
    if (isInside || fence !== null) spans.push([at, at + line.length + 1]);
    else
      for (const { index, 0: found } of line.matchAll(inlineCode)) spans.push([at + index, at + index + found.length]);
    at += line.length + 1;
  }
  return spanFinder(spans);
}

/** Returns a function that tells whether an offset is in one of some spans, which are in order. */
function spanFinder(spans: readonly (readonly [start: number, end: number])[]) {
  return (offset: number): boolean => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.[1] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const span = spans[low];
    return span !== undefined && span[0] <= offset;
  };
}

/** A formula between two `$$`, in a paragraph or in lines of its own. */
const formula = /\$\$(?!\$)(?:(?:[^$\n]|\n(?![ \t]*\n)){1,5000}|[ \t]*\n[^$]{1,20000}\n[ \t]*)\$\$/y;

/** Returns a function that tells whether an offset is inside of a formula that is not code. */
export function findFormulas(markdown: string, isCode: (offset: number) => boolean): (offset: number) => boolean {
  const spans: (readonly [start: number, end: number])[] = [];
  for (let at = markdown.indexOf('$$'); at >= 0; at = markdown.indexOf('$$', at)) {
    formula.lastIndex = at;
    const found = isCode(at) ? null : formula.exec(markdown);
    if (found) spans.push([at, at + found[0].length]);
    at += found?.[0].length ?? 2;
  }
  return spanFinder(spans);
}
