import type { Word } from './words.ts';
import { wordsOf } from './words.ts';

/** A piece of a text, and where in it what was looked for stands, in UTF-16 code units. */
export interface Excerpt {
  readonly text: string;
  readonly highlights: readonly Range[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Characters of an excerpt. */
const maxLength = 240;

/** Characters before the first match. */
const lead = 60;

/** The piece of a text that has most of what matches; its beginning when nothing does. */
export function excerptOf(text: string, isMatch: (word: Word) => boolean): Excerpt {
  const found: Hit[] = [];
  for (const word of wordsOf(text))
    if (isMatch(word)) found.push({ start: word.start, end: word.end, term: word.term });
  const from = startOf(text, best(found));
  const to = endOf(text, from + maxLength);
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

/** The excerpt as HTML: what was found in `<mark>`, everything else escaped. */
export function markedUp({ text, highlights }: Excerpt): string {
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

/** The match from which on an excerpt holds the most different words; then the most. */
function best(found: readonly Hit[]): number {
  let winner = { start: 0, score: 0 };
  for (const [index, { start }] of found.entries()) {
    const within: string[] = [];
    for (let next = index; next < found.length && within.length < maxCounted; next += 1) {
      const hit = found[next];
      if (hit === undefined || hit.end > start + maxLength - lead) break;
      within.push(hit.term);
    }
    const score = new Set(within).size * maxCounted + within.length;
    if (score > winner.score) winner = { start, score };
  }
  return winner.start;
}

const maxCounted = 50;

/** A little before the match, at the beginning of a word where there is one. */
function startOf(text: string, match: number): number {
  if (match <= lead) return 0;
  const from = match - lead;
  const space = text.indexOf(' ', from);
  return space >= 0 && space < match ? space + 1 : whole(text, from);
}

function endOf(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(' ', to);
  return space > to - lead ? space : whole(text, to);
}

/** Not between the halves of a character. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at);

/** Pairs of characters overlap. */
function merged(hits: readonly Range[]): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of hits) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
