import { parseAttributes } from './attributes.ts';

/** A fence whose text is Markdown. */
export interface Fence {
  readonly kind: string;
  readonly title: string;
  /** Whether it is folded under its title. */
  readonly isFolded: boolean;
  /** Number of characters of the options before the text. */
  readonly options: number;
}

/** Directives of MyST that are admonitions. Others, such as `{code-block}`, are code. */
const admonitions: ReadonlySet<string> = new Set(
  'admonition attention caution danger error hint important note seealso tip warning'.split(' '),
);

/** Lines of options of MyST at the start of a directive: `:class: dropdown`. */
export const directiveOptions = /^(?::[a-z][\w-]{0,60}:(?:[ \t][^\n]{0,500})?(?:\n|$))+/i;

/**
 * Reads the first line of a fence: `admonish warning title="A"` of mdbook-admonish, `{note} Title` of MyST. Null for code.
 */
export function readFence(lang: string, meta: string, value: string): Fence | null {
  if (lang === 'admonish') {
    const [word = ''] = /^[a-z][\w-]*(?!\S*=)(?=[\s.]|$)/i.exec(meta) ?? [];
    const quoted = /^(?:[a-z][\w-]*[ \t]+)?"([^"]*)"/i.exec(meta)?.[1];
    const { title = quoted ?? '', type, collapsible } = parseAttributes(meta);
    const isFolded = collapsible === 'true' && title !== '';
    return { kind: type ?? (word || 'note'), title, isFolded, options: 0 };
  }
  const name = /^\{([a-z][\w-]{0,60})\}$/i.exec(lang)?.[1]?.toLowerCase();
  if (name === undefined || !(admonitions.has(name) || name === 'dropdown')) return null;
  const [options = ''] = directiveOptions.exec(value) ?? [];
  const classes = /^:class:[ \t]*([^\n]*)/im.exec(options)?.[1]?.split(/[\s,]+/) ?? [];
  const kind = name === 'admonition' ? (classes.find((one) => admonitions.has(one)) ?? 'note') : name;
  return { kind, title: meta.trim(), isFolded: name === 'dropdown', options: options.length };
}

/** The Markdown in a fence, and its offset in the source of the fence; null where its lines are indented or marked there. */
export function directiveBody(node: { readonly value: string }, source: string, { options }: Pick<Fence, 'options'>) {
  const start = source.indexOf('\n') + 1;
  const isExact = start > 0 && source.startsWith(node.value, start);
  return { value: node.value.slice(options), from: isExact ? start + options : null };
}
