import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

/** An HTML page, or part of one. */
export type HtmlRoot = ReturnType<typeof parser.parse>;
export type HtmlElement = Extract<HtmlRoot['children'][number], { type: 'element' }>;

/** Parses HTML as browsers do; throws RangeError for nesting beyond the stack. */
export const parseHtml = (html: string): HtmlRoot => parser.parse(html);

const parser = unified().use(rehypeParse).freeze();
