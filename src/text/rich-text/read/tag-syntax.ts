import { parseAttributes, type Attributes } from '../../markdown/attributes.ts';
import { isComponentTag } from '../../markdown/component-tags.ts';
import { scanTags, type HtmlTag } from '../../markdown/html-tags.ts';

/** A tag of a block syntax. */
export interface Tag {
  readonly role: 'open' | 'close' | 'alone';
  /** A start tag and an end tag with the same value of `pair` belong together. */
  readonly pair: string;
  readonly name: string;
  readonly attributes: Attributes;
  /** The text after the name, as written. */
  readonly rest: string;
  readonly value: string;
}

const gitbook = /^\{%-?[ \t]*(end)?(@?[\w/-]{1,80})(?:[ \t]+((?:(?!%\}).){0,4000}?))?[ \t]*-?%\}$/;
/** A tag of an integration over several lines. */
const long = /^\{%[ \t]*(@[\w/-]{1,80})(\s[\s\S]*)%\}$/;
const colons = /^(:{2,})[ \t]*(?:([a-z][\w-]{0,60}))?[ \t]*(.{0,500})$/i;
/** Blocks of pymdownx: `/// note | Title`. */
const slashes = /^\/{3,}[ \t]*(?:([a-z][\w-]{0,60})[ \t]*(?:\|[ \t]*(.{0,500}))?)?$/i;
const hugo = /^\{\{[<%][ \t]*(\/)?([\w/.-]{1,80})(.{0,3000}?)(\/)?[ \t]*[>%]\}\}$/;
const include = /^\{\{#([\w-]{1,40})[ \t]+(.{1,2000})\}\}$/;

/** Parses a line that is a tag. */
export function tagOfLine(value: string): Tag {
  if (value === '$$') return tag(value, { role: 'open', pair: '$$', name: '$$' });
  const curly = gitbook.exec(value);
  if (curly) {
    const [, end, name = '', rest = ''] = curly;
    return tag(value, { role: end === undefined ? 'open' : 'close', pair: `%${name}`, name, rest });
  }
  const whole = long.exec(value);
  if (whole) {
    const [, name = '', rest = ''] = whole;
    return tag(value, { role: 'alone', pair: '', name, rest });
  }
  const colon = colons.exec(value);
  if (colon) {
    const [, marks, written = '', rest = ''] = colon;
    const name = written || nameInBraces(rest);
    return tag(value, {
      role: name === '' && rest === '' ? 'close' : 'open',
      pair: marks === '::' ? '::' : ':::',
      name: `:${name.toLowerCase()}`,
      rest: written === '' ? rest.replace(/^\{[\w-]+\}[ \t]*/, '') : rest,
    });
  }
  const slash = slashes.exec(value);
  if (slash) {
    const [, name = '', rest = ''] = slash;
    const role = name === '' ? 'close' : 'open';
    return tag(value, { role, pair: '///', name: `|${name.toLowerCase()}`, rest });
  }
  const short = hugo.exec(value);
  if (short) {
    const [, end, name = '', rest = '', alone] = short;
    const role = end === undefined ? 'open' : 'close';
    return tag(value, { role: alone === undefined ? role : 'alone', pair: `<${name}`, name: `<${name}`, rest });
  }
  const included = include.exec(value);
  return tag(value, { role: 'alone', pair: '', name: included ? `#${included[1]}` : '?', rest: included?.[2] ?? '' });
}

/** The kind of `::: {.callout-note}`, as Pandoc and Quarto write it, and of `:::{note}`, as MyST does. */
const nameInBraces = (rest: string): string =>
  /^\{(?:(?:[^}]*[ \t])?\.(?:callout-)?)?([a-z][\w-]{0,60})(?=[ \t}])/i.exec(rest)?.[1] ?? '';

const tag = (value: string, known: Pick<Tag, 'role' | 'pair' | 'name'> & { rest?: string }): Tag => {
  const rest = known.rest ?? '';
  return { ...known, rest, value, attributes: parseAttributes(rest) };
};

/** A part of an HTML node: an unpaired tag, or complete HTML. */
export type HtmlPart = { readonly start: number; readonly end: number } & (
  | { readonly tag: Tag }
  | { readonly html: string }
);

const voids: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Splits HTML at unpaired tags, so that these can pair with tags in sibling nodes. */
export function splitHtml(html: string): HtmlPart[] {
  const alone = unpaired([...scanTags(html)], html);
  const parts: HtmlPart[] = [];
  let at = 0;
  const addHtml = (end: number) => {
    if (html.slice(at, end).trim() !== '') parts.push({ html: html.slice(at, end), start: at, end });
  };
  for (const one of alone) {
    addHtml(one.start);
    parts.push({ tag: tagOfHtml(one, html), start: one.start, end: one.end });
    at = one.end;
  }
  addHtml(html.length);
  return parts;
}

const isClosedItself = (one: HtmlTag, html: string) =>
  voids.has(one.name) || html.slice(one.start, one.end).endsWith('/>');

/** Lists unpaired tags and JSX components, in order. */
function unpaired(tags: readonly HtmlTag[], html: string): HtmlTag[] {
  const open = new Map<string, HtmlTag[]>();
  const left = new Set<HtmlTag>();
  for (const one of tags) {
    const isComponent = isComponentTag(html.slice(one.start, one.start + 20));
    if (isComponent) left.add(one);
    if (isComponent || isClosedItself(one, html)) continue;
    const known = open.get(one.name) ?? [];
    open.set(one.name, known);
    const start = one.closing ? known.pop() : undefined;
    if (start) left.delete(start);
    else left.add(one);
    if (!one.closing) known.push(one);
  }
  return [...left].filter(({ name }) => !implied.has(name)).toSorted((one, other) => one.start - other.start);
}

/** Elements whose end tag may be omitted. */
const implied: ReadonlySet<string> = new Set('p li dt dd td th tr thead tbody tfoot option'.split(' '));

/** Converts an HTML or JSX tag, with its name as written. */
export function tagOfHtml(one: HtmlTag, html: string): Tag {
  const value = html.slice(one.start, one.end);
  const written = /^<\/?([^\s/>]+)/.exec(value)?.[1] ?? one.name;
  const name = isComponentTag(value) ? written : one.name;
  const inner = value.slice(name.length + (one.closing ? 2 : 1), -1).replace(/\/$/, '');
  const opens = isClosedItself(one, html) ? 'alone' : 'open';
  const role = one.closing ? 'close' : opens;
  return {
    role,
    pair: `/${one.name}`,
    name: `/${name}`,
    rest: inner.trim(),
    value,
    attributes: parseAttributes(inner),
  };
}
