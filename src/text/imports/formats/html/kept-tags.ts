import { toText } from 'hast-util-to-text';
import type { Options } from 'rehype-remark';
import { visit } from 'unist-util-visit';
import { escapeText } from '../../../../lib/html.ts';
import { styleOfColors } from './colors.ts';
import type { HtmlElement } from '../../../markdown/html-tree.ts';
import type { MarkdownRoot } from '../../../markdown/parser.ts';

type Handle = NonNullable<NonNullable<NonNullable<Options>['handlers']>[string]>;
type State = Parameters<Handle>[0];
interface MarkdownHtml {
  type: 'html';
  value: string;
}

/** Tags that Markdown has no sign for, and that are kept as HTML: boxes that open, aligned texts, small letters, keys, and marks with their color. */
export const keptTags = {
  details: writeDetails,
  div: writeAligned,
  img: writePicture,
  ins: writeAround,
  kbd: writeAround,
  mark: writeAround,
  sub: writeAround,
  sup: writeAround,
  u: writeAround,
} satisfies Record<string, Handle>;

/**
 * Whether HTML in converted text consists of such a tag, of a picture with its width, of the break in the cell of a table, or of a place to
 * which links lead.
 */
export const isKeptTag = (html: string): boolean =>
  pictureTag.test(html) ||
  /^(?:<br>|<a id="[\p{L}\p{M}\p{N}_:.-]{1,200}">|<\/a>|<\/?(?:details|ins|kbd|mark|sub|sup|u)>|<mark style="(?:(?:background-)?color:[a-z]{1,10};){1,2}">|<div align="(?:center|right)">|<\/div>|<summary>[^<>\n]*<\/summary>)$/u.test(
    html,
  );

const pictureTag =
  /^<img src="(?:https?:\/\/[^"<>\s]{1,2000}|[^"<>\s:&]{1,2000})" alt="[^"<>\n]{0,2000}" width="\d{2,3}" \/>$/;

/**
 * A tag within a text. The conversion takes HTML for blocks and would break the line around it, so that it is of a type of phrases until
 * `finishTags`.
 */
const tag = (value: string) => ({ type: phraseType, value }) as unknown as MarkdownHtml;
const phraseType = 'mdxTextExpression';

/** Makes the tags in texts HTML, in place. */
export function finishTags(tree: MarkdownRoot): void {
  visit(tree, (node: { type: string }) => {
    if (node.type === phraseType) node.type = 'html';
  });
}

const line = (value: string) => ({ type: 'paragraph' as const, children: [{ type: 'html' as const, value }] });

function writeAround(state: State, node: HtmlElement) {
  const inside = state.all(node);
  if (inside.length === 0) return undefined;
  const style = node.tagName === 'mark' ? styleOfColors(node) : '';
  return [tag(`<${node.tagName}${style && ` style="${style}"`}>`), ...inside, tag(`</${node.tagName}>`)];
}

/** A picture that is shown smaller than a column of text keeps its width, which Markdown has no sign for. */
function writePicture(_state: State, { properties }: HtmlElement) {
  const { src = '', alt = '', width } = properties;
  const written = `<img src="${escapeText(`${src}`)}" alt="${escapeText(`${alt}`.replaceAll(/\s+/g, ' '))}" width="${width}" />`;
  if (width !== undefined && pictureTag.test(written)) return tag(written);
  return { type: 'image' as const, url: `${src}`, title: null, alt: `${alt}` };
}

function writeDetails(state: State, node: HtmlElement) {
  const summary = node.children.find((child) => child.type === 'element' && child.tagName === 'summary');
  const title = summary?.type === 'element' ? toText(summary).replaceAll(/\s+/g, ' ').trim() : '';
  const body = { ...node, children: node.children.filter((child) => child !== summary) };
  return [
    line('<details>'),
    ...(title === '' ? [] : [line(`<summary>${escapeText(title)}</summary>`)]),
    ...state.toFlow(state.all(body)),
    line('</details>'),
  ];
}

/** A box of texts that are centered or at the right side. Other boxes are what is in them. */
function writeAligned(state: State, node: HtmlElement) {
  const inside = state.toFlow(state.all(node));
  const { align } = node.properties;
  if (typeof align !== 'string' || inside.length === 0) return inside;
  return [line(`<div align="${align}">`), ...inside, line('</div>')];
}
