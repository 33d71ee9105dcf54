import type { Matcher, Range } from './matcher.ts';

/** A part of a text with the ranges of its matches, in UTF-16 code units. */
export interface Excerpt {
  readonly text: string;
  readonly highlights: readonly Range[];
}

/** Maximum length of an excerpt, in characters. */
const maxLength = 240;

/** Number of characters before the first match. */
const leadLength = 60;

/** Extracts the part of a text with the most matches, or its beginning when there are none. */
export function readExcerpt(text: string, { split, find }: Matcher): Excerpt {
  const found: Hit[] = [];
  for (const word of split(text)) {
    const match = find(word);
    if (match) found.push({ start: match.start, end: match.end, term: word.term });
  }
  const from = readStart(text, bestStart(found));
  const to = readEnd(text, from + maxLength);
  const head = from > 0 ? '…' : '';
  const shift = head.length - from;
  return {
    text: head + text.slice(from, to) + (to < text.length ? '…' : ''),
    highlights: merged(found.filter(({ start, end }) => start >= from && end <= to)).map(({ start, end }) => ({
      start: start + shift,
      end: end + shift,
    })),
  };
}

/** Converts an excerpt to HTML: matches in `<mark>`, everything else escaped. */
export function renderExcerpt({ text, highlights }: Excerpt): string {
  let html = '';
  let at = 0;
  for (const { start, end } of highlights) {
    html += `${escaped(text.slice(at, start))}<mark>${escaped(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escaped(text.slice(at));
}

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

interface Hit extends Range {
  readonly term: string;
}

/** Finds the match from which an excerpt contains the most distinct words, then the most matches; returns its start. */
function bestStart(found: readonly Hit[]): number {
  let winner = { start: 0, score: 0 };
  for (const [index, { start }] of found.entries()) {
    const within: string[] = [];
    for (let next = index; next < found.length && within.length < maxCounted; next += 1) {
      const hit = found[next];
      if (hit === undefined || hit.end > start + maxLength - leadLength) break;
      within.push(hit.term);
    }
    const score = new Set(within).size * maxCounted + within.length;
    if (score > winner.score) winner = { start, score };
  }
  return winner.start;
}

const maxCounted = 50;

/** A position up to `leadLength` before the match, at the start of a word if possible. */
function readStart(text: string, match: number): number {
  if (match <= leadLength) return 0;
  const from = match - leadLength;
  const space = text.indexOf(' ', from);
  return space >= 0 && space < match ? space + 1 : characterBoundary(text, from);
}

function readEnd(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(' ', to);
  return space > to - leadLength ? space : characterBoundary(text, to);
}

/** Moves an offset out of the middle of a surrogate pair. */
const characterBoundary = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at);

/** Merges overlapping ranges, which pairs of characters produce. */
function merged(hits: readonly Range[]): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of hits) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
