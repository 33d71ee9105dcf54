import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

/** An HTML page, or part of one. */
export type HtmlRoot = ReturnType<typeof parser.parse>;
export type HtmlNode = HtmlRoot['children'][number];
export type HtmlElement = Extract<HtmlNode, { type: 'element' }>;

/** Parses HTML as browsers do; throws RangeError for nesting beyond the stack. */
export const parseHtml = (html: string): HtmlRoot => parser.parse(html);

/** A root of these children. */
export const rootOf = (children: HtmlRoot['children']): HtmlRoot => ({ type: 'root', children });

export const isElement = (node: { readonly type: string }): node is HtmlElement => node.type === 'element';

/** Whether an element has one of these classes. */
export const hasClass = ({ properties }: HtmlElement, names: readonly string[]) =>
  Array.isArray(properties.className) && properties.className.some((name) => names.includes(`${name}`));

/** A new element. */
export const element = (
  tagName: string,
  children: HtmlElement['children'],
  properties: HtmlElement['properties'] = {},
): HtmlElement => ({ type: 'element', tagName, properties, children });

/** A new text. */
export const text = (value: string) => ({ type: 'text' as const, value });

const parser = unified().use(rehypeParse).freeze();
