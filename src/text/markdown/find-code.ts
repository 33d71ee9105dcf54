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
  return (offset) => {
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
