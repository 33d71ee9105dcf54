import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

/** An HTML document or fragment. */
export type HtmlRoot = ReturnType<typeof parser.parse>;
export type HtmlNode = HtmlRoot['children'][number];
export type HtmlElement = Extract<HtmlNode, { type: 'element' }>;

/** Parses HTML as browsers do. Throws RangeError when nesting exceeds the stack. */
export const parseHtml = (html: string): HtmlRoot => parser.parse(html);

/** Creates a root with these children. */
export const readRoot = (children: HtmlRoot['children']): HtmlRoot => ({ type: 'root', children });

export const isElement = (node: { readonly type: string }): node is HtmlElement => node.type === 'element';

/** Whether an element has any of these classes. */
export const hasClass = ({ properties }: HtmlElement, names: readonly string[]) =>
  Array.isArray(properties.className) && properties.className.some((name) => names.includes(`${name}`));

/** The value of an attribute, by the name of its property; empty without one, and for a list. */
export const attributeOf = ({ properties }: HtmlElement, name: string): string => {
  const value = properties[name];
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
};

export const element = (
  tagName: string,
  children: HtmlElement['children'],
  properties: HtmlElement['properties'] = {},
): HtmlElement => ({ type: 'element', tagName, properties, children });

export const text = (value: string) => ({ type: 'text' as const, value });

const parser = unified().use(rehypeParse).freeze();

const fragmentParser = unified().use(rehypeParse, { fragment: true }).freeze();

/** Parses a piece of HTML, without the elements that browsers add around it. Throws RangeError as `parseHtml` does. */
export const parseHtmlFragment = (html: string): HtmlRoot => fragmentParser.parse(html);
