/** Something in a source, and the number of its line where that is known. */
export interface Place {
  readonly text: string;
  readonly line?: number | undefined;
}

/** Most places or lines that a sentence names. */
const maxNamed = 5;

const joinNamed = (names: readonly string[]) => {
  const more = names.length > maxNamed ? `, and ${names.length - maxNamed} more` : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
};

/** Names lines: `line 4` or `lines 4, 9`. */
export const describeLines = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${joinNamed(lines.map((line) => `${line}`))}`;

/** Names what stands at places, each text once: `old.md (line 3), gone.md (lines 5, 9)`. */
export function describePlaces(places: readonly Place[]): string {
  const lines = new Map<string, number[]>();
  for (const { text, line } of places) {
    const known = lines.get(text) ?? [];
    if (line !== undefined && !known.includes(line)) known.push(line);
    lines.set(text, known);
  }
  return joinNamed([...lines].map(([text, at]) => `${shorten(text)}${at.length > 0 ? ` (${describeLines(at)})` : ''}`));
}

const shorten = (text: string) => (text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text);

/** Returns a function that tells the number of the line at an offset, from 1. */
export function lineFinder(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** A text, and for each of its lines the line of the source that it comes from; the same lines when omitted. */
export interface TextWithLines {
  readonly markdown: string;
  readonly lines?: readonly number[];
}

/**
 * Replaces what matches a global pattern by what `write` returns for its groups and its line in the source; null leaves it. Added lines
 * come from the line of what they replace.
 */
export function replaceWithLines(
  { markdown, lines }: TextWithLines,
  pattern: RegExp,
  write: (
    groups: readonly (string | undefined)[],
    line: number,
    match: { readonly start: number; readonly whole: string },
  ) => string | null,
): TextWithLines {
  const matches = [...markdown.matchAll(pattern)];
  if (matches.length === 0) return { markdown, ...(lines && { lines }) };
  const lineAt = lineFinder(markdown);
  const sourceLines = lines ?? markdown.split('\n').map((_line, at) => at + 1);
  const written: string[] = [];
  const from: number[] = [];
  let at = 0;
  let next = 0;
  const keepLines = (until: number) => {
    from.push(...sourceLines.slice(next, until));
    next = until;
  };
  for (const match of matches) {
    const number = lineAt(match.index);
    const line = sourceLines[number - 1] ?? number;
    const text = write(match.slice(1), line, { start: match.index, whole: match[0] });
    if (text === null) continue;
    written.push(markdown.slice(at, match.index), text);
    at = match.index + match[0].length;
    keepLines(number);
    from.push(...Array.from({ length: countBreaks(text) }, () => line));
    next += countBreaks(match[0]);
  }
  keepLines(sourceLines.length);
  return { markdown: `${written.join('')}${markdown.slice(at)}`, lines: from };
}

const countBreaks = (text: string) => text.split('\n').length - 1;
