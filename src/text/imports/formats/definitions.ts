import { findCode } from '../../markdown/find-code.ts';

/** A definition of a link or, with `^` in its label, of a footnote. */
interface Definition {
  /** Its label as labels are compared. */
  readonly name: string;
  readonly whole: string;
  /** What it says, without its label. */
  readonly body: string;
}

const head = /^ {0,3}\[(\^?[^[\]]{1,300})\]:[ \t]*(?=\S)/;

/** `[label]`, and what follows: `[]`, or what says that it is a text. */
const bracket = /(?<!\\)\[(\^?[^[\]\n]{1,300})\](\[\]|(?=[[(])|)/g;

const nameOf = (label: string) => label.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The definitions in a text, outside of code. A line below one that is indented belongs to it; so do the other paragraphs of a footnote. */
function listDefinitions(text: string): Definition[] {
  if (!text.includes(']:')) return [];
  const isCode = findCode(text);
  const lines = text.split('\n');
  const found: Definition[] = [];
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    const [mark = '', label = ''] = head.exec(line) ?? [];
    if (mark !== '' && !isCode(offset)) {
      const whole = lines.slice(at, endOf(lines, at, label.startsWith('^'))).join('\n');
      found.push({ name: nameOf(label), whole, body: whole.slice(mark.length).trim() });
    }
    offset += line.length + 1;
  }
  return found;
}

/** The index after the last line of a definition. */
function endOf(lines: readonly string[], from: number, hasParagraphs: boolean): number {
  let end = from + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      if (!hasParagraphs) break;
    } else if (end === at ? /^[ \t]/.test(line) : /^(?: {4}|\t)/.test(line)) end = at + 1;
    else break;
  }
  return end;
}

/** What the definitions of a text say, by name. The first one of a name counts. */
const bodiesIn = (text: string): Map<string, string> =>
  new Map(
    listDefinitions(text)
      .toReversed()
      .map(({ name, body }) => [name, body]),
  );

/** The names of all labels in brackets. */
const namesIn = (text: string) => new Set(Array.from(text.matchAll(bracket), ([, label = '']) => nameOf(label)));

/** A part of a page with the definitions of links and footnotes that it uses and that stand elsewhere in the page. */
export function withDefinitions(part: string, page: string): string {
  const known = new Set(listDefinitions(part).map(({ name }) => name));
  const others = listDefinitions(page);
  const texts = [part];
  for (let used = namesIn(part); used.size > 0;) {
    const more = others.filter(({ name }) => used.has(name) && !known.has(name));
    for (const { name, whole } of more) {
      if (!known.has(name)) texts.push(whole);
      known.add(name);
    }
    used = namesIn(more.map(({ body }) => body).join('\n'));
  }
  return texts.join('\n\n');
}

/**
 * Returns a function that gives a text of another file labels of its own, where those of a page, or of texts that were given before, say
 * something else.
 */
export function createRelabeler(page: string): (text: string) => string {
  let taken: Map<string, string> | undefined;
  return (text) => {
    const own = bodiesIn(text);
    if (own.size === 0) return text;
    taken ??= bodiesIn(page);
    const renames = new Map<string, string>();
    for (const [name, body] of own) {
      const isFree = (label: string) => (taken?.get(label) ?? body) === body;
      const free = isFree(name) ? name : findFree(name, (label) => isFree(label) && !own.has(label));
      taken.set(free, body);
      if (free !== name) renames.set(name, free);
    }
    return renames.size === 0 ? text : relabel(text, renames);
  };
}

function findFree(name: string, isFree: (name: string) => boolean): string {
  for (let number = 2; ; number += 1) if (isFree(`${name}-${number}`)) return `${name}-${number}`;
}

/** Writes other labels outside of code, in definitions and in references to them, whose words stay. */
function relabel(text: string, renames: ReadonlyMap<string, string>): string {
  const isCode = findCode(text);
  return text.replaceAll(bracket, (whole: string, label: string, empty: string, at: number) => {
    const name = renames.get(nameOf(label));
    if (name === undefined || isCode(at)) return whole;
    const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    const next = text[at + whole.length];
    const isDefinition = next === ':' && /^ {0,3}$/.test(before);
    if (isDefinition || label.startsWith('^') || before.endsWith(']')) return `[${name}]`;
    return empty === '' && (next === '[' || next === '(') ? whole : `[${label}][${name}]`;
  });
}
