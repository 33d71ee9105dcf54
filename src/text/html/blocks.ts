import { html, joinHtml, noHtml, safeHref, trustedHtml, type Safe } from '../../lib/html.ts';
import { blocksIn, inlinesIn } from '../rich-text/block-words.ts';
import { stringOf, type Block, type BlockType } from '../rich-text/document.ts';
import { unresolved } from '../rich-text/unresolved.ts';
import { withChange } from './changes.ts';
import { writeCodeBlock } from './code.ts';
import { writeColumns, writeExpandable, writeHint, writeStepper, writeTabs } from './containers.ts';
import { findFrame } from './frames.ts';
import { writeHeading } from './headings.ts';
import {
  idAttribute,
  idHtml,
  claimId,
  indexOfReference,
  slotHtml,
  whenHtml,
  type HtmlContext,
} from './html-context.ts';
import { writeImages } from './images.ts';
import { takeNotes, writeInlines } from './inlines.ts';
import { writeCard, urlTitle } from './links.ts';
import { writeItems, writeTasks } from './lists.ts';
import { writeFormula } from './math.ts';
import { openApiReference } from './openapi/reference.ts';
import { writeTable } from './table.ts';

/** Writes sibling blocks, each followed by the notes of its words. */
export const writeBlocks = (context: HtmlContext, nodes: readonly Block[]): Safe =>
  joinHtml(
    nodes.map((node) => {
      const block = withChange(context, node, writeBlock(context, node), 'block');
      return context.notes.length === 0 ? block : joinHtml([block, takeNotes(context)]);
    }),
  );

function writeBlock(context: HtmlContext, node: Block): Safe {
  const places = (node.meta?.places ?? []).flatMap((id) => {
    const own = context.reserved.has(id) ? null : claimId(context, id);
    return own === null ? [] : [html`<span class="target" id="${idHtml(context, own)}"></span>`];
  });
  return joinHtml([...places, writers[node.type](context, node)]);
}

type Writer = (context: HtmlContext, node: Block) => Safe;

const writeInside: Writer = (context, node) => writeBlocks(context, blocksIn(node));

const writers: Readonly<Record<BlockType, Writer>> = {
  paragraph: writeParagraph,
  'heading-1': writeHeading,
  'heading-2': writeHeading,
  'heading-3': writeHeading,
  'list-unordered': (context, node) => html`<ul>${writeItems(context, node)}</ul>`,
  'list-ordered': (context, node) => {
    const { start } = node.data;
    const attribute = typeof start === 'number' ? html` start="${start}"` : noHtml;
    return html`<ol${attribute}>${writeItems(context, node)}</ol>`;
  },
  'list-tasks': (context, node) => html`<ul class="tasks">${writeTasks(context, node)}</ul>`,
  blockquote: (context, node) => html`<blockquote>${writeInside(context, node)}</blockquote>`,
  divider: () => html`<hr>`,
  code: (context, node) => (node[unresolved] === true ? noHtml : writeCodeBlock(context, node)),
  hint: writeHint,
  tabs: writeTabs,
  stepper: writeStepper,
  expandable: writeExpandable,
  columns: writeColumns,
  images: (context, node) => writeImages(context, node, (image) => writeCaption(context, image)),
  file: writeFile,
  embed: writeEmbed,
  'content-ref': (context, { data }) => writeCard(context, data.ref),
  table: writeTable,
  math: (_context, { data }) =>
    html`<div class="math" tabindex="0">${writeFormula(stringOf(data['formula']), true)}</div>`,
  swagger: writeOpenApi,
  'openapi-operation': writeOpenApi,
  'openapi-webhook': writeOpenApi,
  'openapi-schemas': writeOpenApi,
  'reusable-content': (context, { data: { ref } }) =>
    ref?.kind === 'reusable-content' ? writeInclude(context, indexOfReference(context, ref)) : noHtml,
  // A condition was decided before; a block that is left is shown.
  if: writeInside,
  // Their containers write these.
  'list-item': writeInside,
  'tabs-item': writeInside,
  'stepper-step': writeInside,
  column: writeInside,
  image: writeInside,
  'code-line': writeInside,
  // Comments and definitions.
  markdown: () => noHtml,
};

function writeParagraph(context: HtmlContext, node: Block): Safe {
  const words = writeInlines(context, inlinesIn(node));
  if (words.html === '') return noHtml;
  if (node.data['verbatim'] === true)
    return html`<p class="source">${trustedHtml(words.html.replaceAll('<br>', '\n'))}</p>`;
  const align = stringOf(node.data['align']);
  return align === 'center' || align === 'end' ? html`<p class="${align}">${words}</p>` : html`<p>${words}</p>`;
}

const writeCaption = (context: HtmlContext, { fragments = [] }: Block): Safe =>
  joinHtml(
    fragments.flatMap((one) => one.nodes).map((node) => writeInlines(context, inlinesIn(node))),
    ' ',
  );

const captionHtml = (context: HtmlContext, node: Block): Safe => {
  const words = writeCaption(context, node);
  return words.html === '' ? noHtml : html`<figcaption>${words}</figcaption>`;
};

/** Writes a file with its caption: nothing where the file is not shown. */
function writeFile(context: HtmlContext, node: Block): Safe {
  const { ref } = node.data;
  if (ref?.kind !== 'file') return noHtml;
  const to = indexOfReference(context, ref);
  const file = slotHtml(context, { kind: 'file', to });
  return whenHtml(context, to, html`<figure class="file">${file}${captionHtml(context, node)}</figure>`);
}

/** Writes an embed. */
function writeEmbed(context: HtmlContext, node: Block): Safe {
  const href = safeHref(stringOf(node.data['url']));
  if (href === null || !/^https?:/i.test(href)) return noHtml;
  const to = indexOfReference(context, { kind: 'url', url: href });
  const card = slotHtml(context, { kind: 'embed', to, title: urlTitle(href), frame: findFrame(href) });
  return html`<figure class="${node.data['fullWidth'] === true ? 'embed wide' : 'embed'}">${card}${captionHtml(context, node)}</figure>`;
}

function writeOpenApi(context: HtmlContext, node: Block): Safe {
  const reference = openApiReference(node);
  if (reference === null) return noHtml;
  const to = indexOfReference(context, reference);
  const id = idAttribute(context, claimId(context, node.meta?.id));
  return whenHtml(context, to, html`<div class="openapi"${id}>${slotHtml(context, { kind: 'include', to })}</div>`);
}

function writeInclude(context: HtmlContext, to: number): Safe {
  context.outline.push({ include: to });
  return slotHtml(context, { kind: 'include', to });
}
