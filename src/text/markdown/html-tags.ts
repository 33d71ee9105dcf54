/** A tag in HTML source, with its offsets. */
export interface HtmlTag {
  readonly name: string;
  readonly start: number;
  /** Offset after the `>`. */
  readonly end: number;
  readonly closing: boolean;
  readonly attributes: readonly HtmlAttribute[];
}

/** An attribute with its value as written; `start` and `end` enclose the value without quotes. */
export interface HtmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The value of an attribute as written; undefined without one. */
export const findAttribute = ({ attributes }: HtmlTag, name: string) =>
  attributes.find((attribute) => attribute.name === name)?.value;

/** Yields the tags of HTML source, except in comments, scripts and styles. One pass, linear time. */
export function* scanTags(source: string): Generator<HtmlTag> {
  let at = source.indexOf('<');
  while (at >= 0) {
    const tag = readTag(source, at);
    if (tag) yield tag;
    const next = tag ? skipRawText(source, tag) : skipComment(source, at);
    at = source.indexOf('<', next);
  }
}

/** The first URL of a `srcset`, and its offset. Names of files may have blanks, as some editors write them. */
export function firstOfSrcset(value: string): { readonly url: string; readonly at: number } {
  const [candidate = ''] = value.split(/,(?=\s)/, 1);
  const words = candidate.trim();
  const last = words.slice(words.lastIndexOf(' ') + 1);
  const url = /^[\d.]{1,10}[wx]$/.test(last) && last !== words ? words.slice(0, -last.length).trimEnd() : words;
  return { url, at: candidate.length - candidate.trimStart().length };
}

/** Decodes the character references that occur in URLs. */
export const decodeAddress = (value: string) =>
  value
    .replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : '\uFFFD';
    })
    .replaceAll(/&(amp|quot|lt|gt|colon|tab|newline);/gi, (_, name: string) => named(name));

const named = (name: string) =>
  ({ amp: '&', quot: '"', lt: '<', gt: '>', colon: ':', tab: '\t', newline: '\n' })[name.toLowerCase()] ?? '';

function readTag(source: string, start: number): HtmlTag | null {
  const nameEnd = matchEnd(/\/?[a-z][^\s/>]*/iy, source, start + 1);
  if (nameEnd < 0) return null;
  const closing = source[start + 1] === '/';
  const name = source.slice(start + (closing ? 2 : 1), nameEnd).toLowerCase();
  const attributes: HtmlAttribute[] = [];
  let at = nameEnd;
  while (at < source.length && source[at] !== '>') {
    const attribute = readAttribute(source, at);
    if (attribute) attributes.push(attribute.attribute);
    at = attribute ? attribute.next : at + 1;
  }
  return { name, start, end: Math.min(at + 1, source.length), closing, attributes };
}

function readAttribute(source: string, at: number) {
  const nameEnd = matchEnd(/[^\s/>=]+/y, source, at);
  if (nameEnd < 0) return null;
  const name = source.slice(at, nameEnd).toLowerCase();
  const equals = matchEnd(/\s*=\s*/y, source, nameEnd);
  if (equals < 0) return { attribute: { name, value: '', start: nameEnd, end: nameEnd }, next: nameEnd };
  const quote = source[equals];
  const isQuoted = quote === '"' || quote === "'";
  const start = isQuoted ? equals + 1 : equals;
  const unquoted = () => expressionEnd(source, start) ?? matchEnd(/[^\s>]*/y, source, start);
  const close = isQuoted ? source.indexOf(quote, start) : unquoted();
  const end = close < 0 ? source.length : close;
  return {
    attribute: { name, value: source.slice(start, end), start, end },
    next: isQuoted ? end + 1 : end,
  };
}

/** Maximum length of an expression in a tag. */
const maxExpression = 4_000;

/** The end of an expression of JSX, such as `{['a', 'b']}`; null without one. */
function expressionEnd(source: string, start: number): number | null {
  if (source[start] !== '{') return null;
  let depth = 0;
  for (let at = start; at < Math.min(source.length, start + maxExpression); at += 1) {
    const letter = source[at];
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

const skipComment = (source: string, at: number) => {
  if (!source.startsWith('<!--', at)) return at + 1;
  const close = source.indexOf('-->', at + 4);
  return close < 0 ? source.length : close + 3;
};

function skipRawText(source: string, tag: HtmlTag): number {
  if (tag.closing || (tag.name !== 'script' && tag.name !== 'style')) return tag.end;
  const close = matchStart(tag.name === 'script' ? /<\/script/gi : /<\/style/gi, source, tag.end);
  return close < 0 ? source.length : close;
}

const matchEnd = (sticky: RegExp, source: string, at: number) => {
  sticky.lastIndex = at;
  return sticky.test(source) ? sticky.lastIndex : -1;
};

const matchStart = (global: RegExp, source: string, at: number) => {
  global.lastIndex = at;
  return global.exec(source)?.index ?? -1;
};
