import { selectAll } from 'hast-util-select';
import type { HtmlElement, HtmlRoot } from '../../markdown/html-tree.ts';

/** Text styles that Markdown supports. */
export interface TextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  readonly code: boolean;
  readonly raised: boolean;
  readonly lowered: boolean;
  readonly underlined: boolean;
  /** The side at which a paragraph stands; undefined for the usual one. */
  readonly align: string | undefined;
  /** Its colors, as a style; '' without one. */
  readonly colors: string;
}

export type ReadStyle = (node: HtmlElement) => TextStyle;

/** Creates a reader that resolves the classes and inline styles of an element with the style sheets of the page. */
export function createStyleReader(page: HtmlRoot): ReadStyle {
  const rules = new Map<string, string>();
  for (const sheet of selectAll('style', page)) {
    const css = sheet.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    for (const match of css.slice(0, maxCss).matchAll(/\.([\w-]{1,40})\s{0,9}\{([^{}]{0,1000})\}/g))
      rules.set(match[1] ?? '', match[2] ?? '');
  }
  return ({ properties: { className, style } }) => {
    const classes = Array.isArray(className) ? className.map((name) => rules.get(`${name}`) ?? '') : [];
    const css = [...classes, typeof style === 'string' ? style : ''].join(';').toLowerCase();
    return {
      bold: /font-weight:\s*(?:bold|[6-9]00)/.test(css),
      italic: /font-style:\s*italic/.test(css),
      struck: /text-decoration[\w-]*:\s*[^;]*line-through/.test(css),
      code: /font-family:\s*[^;]*(?:courier|consolas|mono)/.test(css),
      raised: /vertical-align:\s*super/.test(css),
      lowered: /vertical-align:\s*sub(?!\w)/.test(css),
      underlined: /text-decoration[\w-]*:\s*[^;]*underline/.test(css),
      align: /text-align:\s*(center|right)/.exec(css)?.[1],
      colors: [...css.matchAll(/(?:^|;)\s*((?:background-)?color:\s*[^;]{1,60})/g)].map(([, one]) => one).join(';'),
    };
  };
}

const maxCss = 500_000;
