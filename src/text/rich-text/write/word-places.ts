import type { Edit } from './edits.ts';

/** A text of a block that changed, with the texts of the block before it. */
export interface ChangedText {
  readonly before: string;
  readonly after: string;
  /** Whether it is all that a link shows. */
  readonly isLabel: boolean;
}

/** Where the words of a text are replaced. */
interface WordPlace extends Edit {
  /** Where the text ends with the target of its link, so that what follows is found behind it. */
  readonly past: number;
}

interface Sought {
  readonly from: number;
  /** Maximum number of places that are wanted. */
  readonly most: number;
}

/** Lists some places of a changed text in the source, the most likely first. */
export function listPlaces(source: string, text: ChangedText, sought: Sought): WordPlace[] {
  const labels = [...listReferences(source, text, sought.from), ...listAddresses(source, text, sought.from)];
  return [...labels, ...listOccurrences(source, text, sought)].slice(0, sought.most);
}

/** The place of the label of a link by reference that is the name of its definition, which then stands behind it. */
function listReferences(source: string, { before, after, isLabel }: ChangedText, from: number): WordPlace[] {
  const start = isLabel ? source.indexOf(`[${before}]`, from) + 1 : 0;
  if (start === 0 || source[start - 2] === ']') return [];
  const close = start + before.length + 1;
  const [, empty = '', other] = /^(\[\])?([[(])?/.exec(source.slice(close, close + 3)) ?? [];
  const end = close + empty.length;
  return other === undefined ? [{ start, end, text: after, raw: `][${before}]`, past: end }] : [];
}

const url = /^(?:https?:\/\/|www\.|[^\s@:]+@)\S+$/i;

/** What stands before a URL that is no link by itself: a letter, a bracket, or what begins a target or an attribute. */
const notAlone = /(?:[a-z[>]|\]\(<?|=["']?)$/i;

/** The place of a URL that is a link by itself, which then stands behind its label. */
function listAddresses(source: string, { before, after, isLabel }: ChangedText, from: number): WordPlace[] {
  const found = isLabel && url.test(before) ? source.indexOf(before, from) : -1;
  const hasBrackets = source[found - 1] === '<' && source[found + before.length] === '>';
  const [start, end] = hasBrackets ? [found - 1, found + before.length + 1] : [found, found + before.length];
  if (found < 0 || notAlone.test(source.slice(Math.max(0, start - 3), start))) return [];
  const scheme = /^www\./i.test(before) ? 'http://' : '';
  const address = /^[^:/]+@/.test(before) ? `mailto:${before}` : scheme + before;
  return [{ start, end, text: after, lead: '[', raw: `](${address})`, past: end }];
}

const token = /[\p{L}\p{N}\p{M}]+|\s+|./gsu;
const listTokens = (text: string): string[] => text.match(token) ?? [];

/** Numbers of unchanged tokens around a change that a place must have, the most exact first. */
const contexts = [16, 4, 0];

/** Lists some places of changed words in the source: those from an offset on, then those before it. */
function listOccurrences(source: string, { before, after }: ChangedText, { from, most }: Sought): WordPlace[] {
  const [old, now] = [listTokens(before), listTokens(after)];
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const removed = old.slice(head, old.length - tail);
  const text = now.slice(head, now.length - tail).join('');
  const isInside = head > 0 && tail > 0;
  for (const size of contexts) {
    const left = old.slice(Math.max(0, head - size), head);
    const right = old.slice(old.length - tail, old.length - tail + size);
    const words = { left, removed, right };
    const later = occurrences(source, words, { from, to: source.length, most });
    const earlier = occurrences(source, words, { from: 0, to: from, most: most - later.length });
    const found = [...later, ...earlier].map(({ start, end }): WordPlace => {
      const past = endOfTarget(source, matchEnd(source, end, old.slice(old.length - tail)) ?? end);
      if (after === '') return { ...withoutMarks(source, { start, end }), past };
      return isInside && text.trim() === '' && !removed.join('').includes('\n')
        ? { ...withoutWords(source, { start, end, text }), past }
        : { start, end, text, past };
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Takes words out of a source. Where one of the blanks around them ends a line there, that one stays. */
function withoutWords(source: string, { start, end, text }: Edit): Edit {
  const [, first = '', last = ''] = /^([^\S\n]*\n[\s>]*)?.*?(\n[\s>]*)?$/s.exec(source.slice(start, end)) ?? [];
  const lineEnd = last || first;
  const isBefore = /^[^\S\n]*\n/.test(source.slice(end, end + maxBlanks));
  if (lineEnd === '' && !isBefore) return { start, end, text };
  const from = source.slice(0, start).trimEnd().length;
  const isSameLine = !source.slice(from, start).includes('\n');
  return { start: isSameLine ? from : start, end, text: isSameLine ? lineEnd : lineEnd && text };
}

/** Takes all words of a text out of a source, with the marks and one of the blanks around them. */
function withoutMarks(source: string, words: Pick<Edit, 'start' | 'end'>): Edit {
  let { start, end } = words;
  for (let count = 0; count < maxMarks; count += 1) {
    const before = source.slice(Math.max(0, start - maxTag), start);
    const [open = '', name] = /(?:[*_~`]|<(\w{1,20})(?:\s[^<>]*)?>)$/.exec(before) ?? [];
    const close = name === undefined ? open : `</${name}>`;
    if (open === '' || !source.startsWith(close, end)) break;
    start -= open.length;
    end += close.length;
  }
  if (start === words.start) return { ...words, text: '' };
  const left = /[^\S\n]*$/.exec(source.slice(Math.max(0, start - maxBlanks), start))?.[0].length ?? 0;
  const right = /^[^\S\n]*/.exec(source.slice(end, end + maxBlanks))?.[0].length ?? 0;
  const isFirst = /(?:^|\n)[\s>]*$/.test(source.slice(Math.max(0, start - maxBlanks), start));
  if (!isFirst)
    return withoutWords(source, { start: start - left, end: end + right, text: left * right > 0 ? ' ' : '' });
  return {
    start,
    end: end + (/^\s*\n[\s>]*|^\s*/.exec(source.slice(end, end + maxBlanks))?.[0].length ?? 0),
    text: '',
  };
}

/** Maximum number of marks around a text, and length of one that is a tag. */
const maxMarks = 12;
const maxTag = 300;

/** Maximum number of occurrences that are compared with the text around a change. */
const maxOccurrences = 2_000;

interface WordChange {
  readonly left: readonly string[];
  readonly removed: readonly string[];
  readonly right: readonly string[];
}

/** The first places of words with those around them, which begin in a range of the source. */
function occurrences(
  source: string,
  { left, removed, right }: WordChange,
  { from, to, most }: Sought & { readonly to: number },
): Pick<Edit, 'start' | 'end'>[] {
  const all = [...left, ...removed, ...right];
  const blanks = all.findIndex((one) => one.trim() !== '');
  const first = all[blanks];
  if (first === undefined) return [];
  const skipped = Math.min(blanks, left.length);
  const found: Pick<Edit, 'start' | 'end'>[] = [];
  let at = source.indexOf(first, from);
  for (let count = 0; at >= 0 && at < to && found.length < most && count < maxOccurrences; count += 1) {
    const start = isInWord(source, at, first) ? null : matchEnd(source, at, left.slice(skipped));
    const end =
      start === null
        ? null
        : matchEnd(source, start, blanks > left.length ? removed.slice(blanks - left.length) : removed);
    if (start !== null && end !== null && matchEnd(source, end, right) !== null) found.push({ start, end });
    at = source.indexOf(first, at + first.length);
  }
  return found;
}

const wordLetter = /[\p{L}\p{N}\p{M}]/u;
const isWord = (one: string) => wordLetter.test(one);

/** Whether a word at an offset is the end of a longer word. */
const isInWord = (source: string, at: number, word: string) =>
  isWord(word) && isWord(source.slice(Math.max(0, at - 1), at));

/** The end of tokens at an offset, in which blanks, line ends and escapes are as the source has them; null without them. */
function matchEnd(source: string, from: number, tokens: readonly string[]): number | null {
  let at = from;
  for (const one of tokens) {
    if (one.trim() === '') {
      at = endOfBlanks(source, at);
      continue;
    }
    if (source.startsWith(`\\${one}`, at)) at += 1;
    if (!source.startsWith(one, at)) return null;
    at += one.length;
    if (isWord(one) && isWord(source.slice(at, at + 1))) return null;
  }
  return at;
}

const maxBlanks = 200;

/** Blanks and hard breaks, and the marks of quotes at the start of lines. */
function endOfBlanks(source: string, from: number): number {
  let at = from;
  let isLineStart = false;
  while (at < from + maxBlanks) {
    const [blank] = /^(?:[^\S\n]|\\?\n|<br ?\/?>)/.exec(source.slice(at, at + 6)) ?? [];
    if (blank === undefined && !(isLineStart && source[at] === '>')) break;
    isLineStart ||= blank?.endsWith('\n') ?? false;
    at += blank?.length ?? 1;
  }
  return at;
}

/** The end of the target of a link whose words end at an offset; the offset itself without one. */
function endOfTarget(source: string, at: number): number {
  linkTarget.lastIndex = at;
  return at + (linkTarget.exec(source)?.[0].length ?? 0);
}

const linkTarget = /[*_~`]{0,4}\]\([^\s()]*\)/y;

/** The end of a text in the source, with the target of its link; the offset itself when it is not found after it. */
export function endOfText(source: string, text: string, from: number): number {
  const tokens = listTokens(text.trim()).slice(0, 24);
  const [first] = tokens;
  if (first === undefined) return from;
  let at = source.indexOf(first, from);
  for (let count = 0; at >= 0 && count < maxLooks; count += 1) {
    const end = isInWord(source, at, first) ? null : matchEnd(source, at, tokens);
    if (end !== null) return endOfTarget(source, end);
    at = source.indexOf(first, at + first.length);
  }
  return from;
}

const maxLooks = 50;
