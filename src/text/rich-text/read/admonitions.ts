import {
  blockWith,
  hintStyles,
  inlineText,
  textNode,
  type Block,
  type HintStyle,
  type InlineNode,
} from '../document.ts';
import type { Tag } from './tag-syntax.ts';

const kinds: Readonly<Record<string, HintStyle>> = {
  tip: 'success',
  success: 'success',
  check: 'success',
  done: 'success',
  hint: 'success',
  warning: 'warning',
  warn: 'warning',
  attention: 'warning',
  danger: 'danger',
  caution: 'danger',
  error: 'danger',
  failure: 'danger',
  fail: 'danger',
  bug: 'danger',
  note: 'info',
  info: 'info',
  important: 'info',
  abstract: 'info',
  summary: 'info',
  question: 'info',
  example: 'info',
  quote: 'info',
  seealso: 'info',
  secondary: 'info',
  alert: 'info',
  red: 'danger',
  yellow: 'warning',
  amber: 'warning',
  orange: 'warning',
  green: 'success',
};

/** Shortcodes of Hugo whose kind is an attribute or their first word: `{{% notice tip %}}`. */
const shortcodes: ReadonlySet<string> = new Set(['<callout', '<admonition', '<notice', '<alert', '<aside', '<hint']);

/** Whether a word is the kind of an admonition. */
export const isAdmonition = (word: string): boolean => Object.hasOwn(kinds, word);

/** The style of a hint for the kind of an admonition. */
export const styleOf = (kind: string): HintStyle =>
  hintStyles.find((style) => style === kind) ?? (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? 'info';

/** Kind of an admonition: `:::tip`, `/// tip`, `<Tip>`, `<Admonition type="tip">`, `{{< alert color="tip" >}}`. */
export function admonitionKind({ name, attributes, rest }: Tag): string | null {
  const word = name.slice(1).toLowerCase();
  if (shortcodes.has(name)) {
    const [first = ''] = /^[a-z]+(?![\w=-])/i.exec(rest.trim()) ?? [];
    const otherwise = name === '<hint' ? 'hint' : 'note';
    return attributes['type'] ?? attributes['style'] ?? attributes['color'] ?? (first === '' ? otherwise : first);
  }
  if (name === '/Admonition' || name === '/Aside' || name === ':callout' || word === 'alert')
    return attributes['type'] ?? attributes['color'] ?? 'note';
  const isCallout = /^(?:[:<|]|\/[A-Z])/.test(name);
  if (!isCallout || !isAdmonition(word)) return null;
  const { type = '' } = attributes;
  return name.startsWith('/') && isAdmonition(type) ? type : word;
}

/** The words in quotes that a shortcode of Hugo has without a name: `{{% notice tip "Title" %}}`. */
const wordsOf = (rest: string): string => /(?:^|\s)"([^"]*)"/.exec(rest)?.[1] ?? '';

/** Title of an admonition: `/// tip | Title`, `:::tip Title`, `:::tip[Title]`, `:::tip{title="Title"}`, `{{% notice tip "Title" %}}`. */
export function titleOf({ name, rest, attributes }: Tag): string {
  if (name.startsWith('|')) return rest.trim();
  if (name.startsWith('<')) return attributes['title'] ?? wordsOf(rest);
  if (!name.startsWith(':')) return attributes['title'] ?? '';
  return (
    /^\[([^[\]]*)\]/.exec(rest)?.[1] ??
    // Tag parsing treats a title such as `A title` as an attribute without a value.
    (attributes['title'] || rest.replace(/^"(.*)"$/, '$1').replace(/\s*\{[^{}]*\}$/, ''))
  ).trim();
}

/** The part of a tag that says its title, with the marks around it; null when it is not in the tag as it is. */
export function titleRange(tag: string, title: string): { readonly start: number; readonly end: number } | null {
  const at = tag.lastIndexOf(title);
  if (title === '' || at < 0) return null;
  const line = /\n[ \t]*title:[ \t]*["']?$/.exec(tag.slice(0, at));
  if (line) return { start: line.index, end: tag.indexOf('\n', at + title.length) };
  const [before = ''] = /(?:[ \t]*\|)?[ \t]*(?:(?:\{[ \t]*)?\btitle=)?["'[]?[ \t]*$/.exec(tag.slice(0, at)) ?? [];
  const [after = ''] = /^[ \t]*["'\]]?/.exec(tag.slice(at + title.length)) ?? [];
  const isBraced = before.trimStart().startsWith('{') && tag[at + title.length + after.length] === '}';
  const start = at - before.length + (!isBraced && before.trimStart().startsWith('{') ? before.indexOf('{') + 1 : 0);
  return { start, end: at + title.length + after.length + (isBraced ? 1 : 0) };
}

/** Converts an admonition of any site generator to a hint, whose heading is the title. */
export function admonition(
  kind: string,
  title: string,
  blocks: readonly Block[],
  place: (heading: Block) => Block = (heading) => heading,
): Block {
  const word = kind.toLowerCase();
  return hint(styleOf(word), title === '' ? blocks : [place(blockWith('heading-3', [textNode(title)])), ...blocks]);
}

/** Takes the options of a block of pymdownx (`    type: warning`), which are read as code, from its content. */
export function optionsIn(blocks: readonly Block[]): [options: string, ...rest: Block[]] {
  const [first, ...rest] = blocks;
  const text = first?.type === 'code' ? codeText(first) : '';
  return /^(?:[a-z-]+:[^\n]*(?:\n|$))+$/.test(text) ? [text, ...rest] : ['', ...blocks];
}

const codeText = (block: Block): string =>
  (block.nodes ?? []).map((line) => ('nodes' in line ? inlineText((line.nodes ?? []) as InlineNode[]) : '')).join('\n');

export const hint = (style: HintStyle, blocks: readonly Block[]): Block =>
  blockWith('hint', blocks, { data: { style } });
