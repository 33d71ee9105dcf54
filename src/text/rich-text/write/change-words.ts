import { escaped } from './html.ts';

/** A text of a block that changed, with the texts of the block before it. */
interface ChangedText {
  readonly before: string;
  readonly after: string;
  /** Whether it is all that a link shows. */
  readonly isLabel: boolean;
}

/** Members whose values are words of the author. Other members are structure. */
const wordMembers: ReadonlySet<string> = new Set(['text', 'title', 'alt', 'label', 'caption', 'formula']);

/** Members that do not count in a comparison of blocks. */
const ignored: ReadonlySet<string> = new Set(['key', 'source', 'resolved', 'meta']);

/**
 * Yields the source with only the changed words replaced, the most likely place first. Yields nothing when the blocks
 * differ in more than words. A candidate can be wrong, for example when the words also occur in a URL, so the caller must
 * read it.
 */
export function* withChangedWords(before: unknown, after: unknown, source: string): Generator<string> {
  const texts: ChangedText[] = [];
  if (!collectTexts({ before, after, name: '', isLabel: false }, texts)) return;
  const changed = texts.filter((text) => text.before !== text.after);
  if (changed.length === 0 || changed.length > maxChanged) return;
  let at = 0;
  const edits: Edit[] = [];
  for (const text of texts) {
    if (text.before === text.after) {
      at = endOfText(source, text.before, at);
      continue;
    }
    const found = [...listReferences(source, text, at), ...listPlaces(source, text, at)];
    const [first] = found;
    if (!first) return;
    if (changed.length === 1) {
      for (const place of found.slice(0, maxPlaces)) yield* spelled(source, [place]);
      yield* withLabel(source, text, at);
      return;
    }
    edits.push(first);
    at = first.end;
  }
  yield* spelled(source, edits);
}

const url = /^(?:https?:\/\/|www\.|[^\s@:]+@)\S+$/i;

/** Yields the source with a label for a URL that stands as a link in a text. */
function* withLabel(source: string, { before, after }: ChangedText, from: number): Generator<string> {
  const found = url.test(before) ? source.indexOf(before, from) : -1;
  if (found < 0) return;
  const hasBrackets = source[found - 1] === '<' && source[found + before.length] === '>';
  const [start, end] = hasBrackets ? [found - 1, found + before.length + 1] : [found, found + before.length];
  const scheme = /^www\./i.test(before) ? 'http://' : '';
  const address = /^[^:/]+@/.test(before) ? `mailto:${before}` : scheme + before;
  for (const label of [after, escapedForMarkdown(after)])
    yield `${source.slice(0, start)}[${label}](${address})${source.slice(end)}`;
}

/** The place of the label of a link by reference that is the name of its definition, which then stands behind it. */
function listReferences(source: string, { before, after, isLabel }: ChangedText, from: number): Edit[] {
  const start = isLabel ? source.indexOf(`[${before}]`, from) + 1 : 0;
  if (start === 0) return [];
  const close = start + before.length + 1;
  const [, empty = '', other] = /^(\[\])?([[(])?/.exec(source.slice(close, close + 3)) ?? [];
  return other === undefined ? [{ start, end: close + empty.length, text: after, raw: `][${before}]` }] : [];
}

/** Maximum number of changed texts of one block. With more, a comparison of the whole text is as good. */
const maxChanged = 200;

/** Maximum number of places that are tried. */
const maxPlaces = 3;

type Json = Readonly<Record<string, unknown>>;

interface Compared {
  readonly before: unknown;
  readonly after: unknown;
  /** The member whose values they are. */
  readonly name: string;
  readonly isLabel: boolean;
}

/** Collects the texts of two blocks in pairs. Returns false if the blocks differ in anything else. */
function collectTexts({ before, after, name, isLabel }: Compared, found: ChangedText[]): boolean {
  if (typeof before === 'string' && typeof after === 'string' && wordMembers.has(name)) {
    found.push({ before, after, isLabel });
    return true;
  }
  if (Array.isArray(before) || Array.isArray(after)) {
    const [one, other]: readonly (readonly unknown[])[] = [toList(before), toList(after)] as const;
    const isAlone = isLabel && one?.length === 1;
    return (
      one?.length === other?.length &&
      (one ?? []).every((item, at) => collectTexts({ before: item, after: other?.[at], name, isLabel: isAlone }, found))
    );
  }
  if (!isObject(before) || !isObject(after)) return before === after || (isNothing(before) && isNothing(after));
  const isLink = before['type'] === 'link' && before['object'] === 'inline';
  // Words in `data`, such as titles, come before those in `fragments` and `nodes`, as they do in the source.
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((one) => !ignored.has(one));
  return names
    .toSorted()
    .every((one) =>
      collectTexts({ before: before[one], after: after[one], name: one, isLabel: isLabel || isLink }, found),
    );
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === false || (isObject(value) && Object.keys(value).length === 0);

/** A replacement in the source. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Markup behind the text, which is not escaped. */
  readonly raw?: string;
}

/** Applies edits to a source. Where they overlap, all of their parts go. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text, raw = '' } of edits.toSorted((one, other) => one.start - other.start)) {
    result += source.slice(at, Math.max(at, start)) + text + raw;
    at = Math.max(at, end);
  }
  return result + source.slice(at);
}

const token = /[\p{L}\p{N}\p{M}]+|\s+|./gsu;
const listTokens = (text: string): string[] => text.match(token) ?? [];

/** Numbers of unchanged tokens around a change that a place must have, the most exact first. */
const contexts = [16, 4, 0];

/** Lists the places of a changed text in the source: those from an offset on, then those before it. */
function listPlaces(source: string, { before, after }: ChangedText, from: number): Edit[] {
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
    const found = occurrences(source, { left, removed, right }).map(({ start, end }): Edit => {
      if (after === '') return withoutMarks(source, { start, end });
      return isInside && text.trim() === '' && !removed.join('').includes('\n')
        ? withoutWords(source, { start, end, text })
        : { start, end, text };
    });
    if (found.length > 0)
      return [...found.filter(({ start }) => start >= from), ...found.filter(({ start }) => start < from)];
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

function occurrences(source: string, { left, removed, right }: WordChange): Pick<Edit, 'start' | 'end'>[] {
  const all = [...left, ...removed, ...right];
  const blanks = all.findIndex((one) => one.trim() !== '');
  const first = all[blanks];
  if (first === undefined) return [];
  const skipped = Math.min(blanks, left.length);
  const found: Pick<Edit, 'start' | 'end'>[] = [];
  let at = source.indexOf(first);
  for (let count = 0; at >= 0 && count < maxOccurrences; count += 1) {
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

/** The end of a text in the source; the offset itself when it is not found after it. */
function endOfText(source: string, text: string, from: number): number {
  const tokens = listTokens(text.trim()).slice(0, 24);
  const [first] = tokens;
  if (first === undefined) return from;
  let at = source.indexOf(first, from);
  for (let count = 0; at >= 0 && count < maxLooks; count += 1) {
    const end = isInWord(source, at, first) ? null : matchEnd(source, at, tokens);
    if (end !== null) return end;
    at = source.indexOf(first, at + first.length);
  }
  return from;
}

const maxLooks = 50;

/** Yields the source with edits: the new words as they are, with escapes of Markdown, and with those of HTML, in turn. */
function* spelled(source: string, edits: readonly Edit[]): Generator<string> {
  const apply = (spell: (text: string) => string) =>
    applyEdits(
      source,
      edits.map((edit) => ({ ...edit, text: spell(edit.text) })),
    );
  const plain = apply((text) => text);
  const markdown = apply(escapedForMarkdown);
  const html = apply((text) => escaped(text).replaceAll('\n', '<br>'));
  // New words that look like a tag are words everywhere only with escapes, also where an unknown tag is read as text.
  const hasNewTag = edits.some(
    ({ start, end, text }) => /<[a-z/!?]/i.test(text) && !source.slice(start, end).includes('<'),
  );
  yield* new Set(hasNewTag ? [markdown, html, plain] : [plain, markdown, html]);
}

const escapedForMarkdown = (text: string) =>
  text.replaceAll(/[\\`*_[\]<>|{}$:&#~!]/g, String.raw`\$&`).replaceAll('\n', '\\\n');
