import { html, noHtml, type Safe } from '../../lib/html.ts';
import { inlinesIn } from '../rich-text/block-words.ts';
import { change } from '../rich-text/change.ts';
import { inlineText, type Block, type InlineNode } from '../rich-text/document.ts';
import { claimId, idAttribute, idHtml, type HtmlContext } from './html-context.ts';
import { writeInlines } from './inlines.ts';

/** The level of a heading in the document: 1 for a section of the page. */
export const depthIn = ({ type, meta }: Block): number => Math.max(1, meta?.depth ?? Number(type.slice(-1)));

/**
 * Writes a heading as `h2` to `h5`, because the title of the page is `h1`. Levels that a text skips
 * are none, so that one which begins with `##` begins with `h2`. Its words are a link to itself, unless they have
 * links. The slug of a heading with an id set by hand leads to it as well.
 */
export function writeHeading(context: HtmlContext, node: Block): Safe {
  const nodes = inlinesIn(node);
  const title = inlineText(nodes.filter((one) => one[change] !== 'removed')).trim();
  const depth = depthIn(node);
  const tag = headingTags[findLevel(context, depth) - 1] ?? headingTags[0];
  const id = claimId(context, node.meta?.id);
  const { slug } = context.anchors(title);
  const words = writeInlines(context, nodes);
  const align = node.data['align'] === 'center' || node.data['align'] === 'end' ? String(node.data['align']) : null;
  const look = align === null ? noHtml : html` class="${align}"`;
  if (id === null) return html`<${tag}${look}>${words}</${tag}>`;
  if (title !== '') context.outline.push({ id, depth, title });
  const isFree = slug !== id && !context.reserved.has(slug) && claimId(context, slug) !== null;
  const other = isFree ? html`<span id="${idHtml(context, slug)}"></span>` : noHtml;
  const content =
    nodes.some(isInteractive) || words.html === ''
      ? words
      : html`<a class="anchor" href="#${idHtml(context, id)}">${words}</a>`;
  return html`<${tag}${idAttribute(context, id)}${look}>${other}${content}</${tag}>`;
}

/** The level of a heading below those that it stands under: one more than theirs, whatever its depth in the source. */
function findLevel({ depths }: HtmlContext, depth: number): number {
  while ((depths.at(-1) ?? 0) >= depth) depths.pop();
  return Math.min(depths.push(depth), headingTags.length);
}

const headingTags = [html`h2`, html`h3`, html`h4`, html`h5`] as const;

const isInteractive = (node: InlineNode): boolean =>
  node.object === 'inline' && (node.nodes !== undefined || node.type === 'button' || node.type === 'mention');
