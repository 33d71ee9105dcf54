import * as z from 'zod';
import { emojiOf } from '../../../markdown/emoji-names.ts';
import { asText } from './written-export.ts';

/** A node of a document of ProseMirror, as Outline stores it. */
export interface RichNode {
  readonly type: string;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | null | undefined;
  readonly marks?: readonly RichMark[] | null | undefined;
  readonly content?: readonly RichNode[] | null | undefined;
}

interface RichMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>> | null | undefined;
}

const Attributes = z.record(z.string(), z.unknown()).nullish();

export const RichNode: z.ZodType<RichNode> = z.object({
  type: z.string(),
  text: z.string().optional(),
  attrs: Attributes,
  marks: z.array(z.object({ type: z.string(), attrs: Attributes })).nullish(),
  get content() {
    return z.array(RichNode).nullish();
  },
});

/** What a document uses to write itself. */
export interface RichWriting {
  /** The address for an `href` or `src` of the document. */
  readonly addressOf: (url: string) => string;
  /** Called with the type of each node and mark that is written without what is special to it. */
  readonly miss: (type: string) => void;
}

/** Nodes that are elements without attributes. */
const elements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bullet_list: 'ul',
  list_item: 'li',
  table: 'table',
  tr: 'tr',
};

/** Nodes that are links, and their attributes with the address. */
const linkNodes: Readonly<Record<string, string>> = {
  attachment: 'href',
  embed: 'href',
  video: 'src',
  audio: 'src',
  pdf: 'src',
};

/** Writes a document of Outline as HTML. */
export function richHtml(node: RichNode, writing: RichWriting): string {
  const { type } = node;
  const inside = () => (node.content ?? []).map((child) => richHtml(child, writing)).join('');
  const text = (name: string) => textAt(node, name);
  const tag = elements[type];
  if (tag !== undefined) return `<${tag}>${inside()}</${tag}>`;
  const addressed = linkNodes[type];
  if (addressed !== undefined) {
    const label = text('title') || text('alt') || text(addressed);
    return `<p><a href="${asText(writing.addressOf(text(addressed)))}">${asText(label)}</a></p>`;
  }
  switch (type) {
    case 'doc':
    case 'toggle_body':
    case 'toggle_head':
      return inside();
    case 'text':
      return marked(asText(node.text ?? ''), node.marks ?? [], writing);
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(text('level')) || 1));
      return `<h${level}>${inside()}</h${level}>`;
    }
    case 'ordered_list':
      return `<ol start="${Number(text('order')) || 1}">${inside()}</ol>`;
    case 'checkbox_list':
      return `<ul class="contains-task-list">${inside()}</ul>`;
    case 'checkbox_item':
      return `<li><input type="checkbox" disabled${node.attrs?.['checked'] === true ? ' checked' : ''}> ${inside()}</li>`;
    case 'th':
    case 'td':
      return `<${type}${span(node, 'colspan')}${span(node, 'rowspan')}${alignment(text('alignment'))}>${inside()}</${type}>`;
    case 'layout':
      return `<div data-type="columns">${inside()}</div>`;
    case 'layout_section': {
      const width = /^\d{1,2}$/.exec(text('width'))?.[0];
      return `<div data-type="column"${width === undefined ? '' : ` style="width:${width}%"`}>${inside()}</div>`;
    }
    case 'container_notice':
      return `<div class="admonition ${asText(text('style') || 'info')}">${inside()}</div>`;
    case 'container_toggle': {
      const [head, ...body] = node.content ?? [];
      const summary = head ? plainText(head) : '';
      return `<details><summary>${asText(summary)}</summary>${body.map((child) => richHtml(child, writing)).join('')}</details>`;
    }
    default:
      return leafHtml(node, writing) ?? inside();
  }
}

/** Writes a node without nodes in it; null for an unknown one. */
function leafHtml(node: RichNode, writing: RichWriting): string | null {
  const text = (name: string) => textAt(node, name);
  switch (node.type) {
    case 'code_block':
    case 'code_fence':
      return `<pre><code class="language-${asText(languageOf(text('language')))}">${asText(plainText(node))}\n</code></pre>`;
    case 'hr':
    case 'br':
      return `<${node.type}>`;
    case 'image':
      return `<img src="${asText(writing.addressOf(text('src')))}" alt="${asText(text('alt'))}"${pixels(text('width'))}>`;
    case 'mention':
      return mentionHtml(node, writing);
    case 'emoji':
      return asText(emojiOf(text('data-name')) ?? `:${text('data-name')}:`);
    case 'math_inline':
      return `<span class="math inline">\\(${asText(plainText(node))}\\)</span>`;
    case 'math_block':
      return `<div class="math display">\\[${asText(plainText(node))}\\]</div>`;
    default:
      writing.miss(node.type);
      return null;
  }
}

/** Diagrams are code in a language that others call otherwise. */
const languageOf = (language: string) => (language === 'mermaidjs' ? 'mermaid' : language || 'text');

const pixels = (width: string) => (/^\d{1,4}$/.test(width) ? ` width="${width}"` : '');

const alignment = (side: string) => (/^(?:left|center|right)$/.test(side) ? ` align="${side}"` : '');

/** A document, a person or something of another site, of which a text speaks. */
function mentionHtml(node: RichNode, { addressOf }: RichWriting): string {
  const [label, href] = [textAt(node, 'label'), textAt(node, 'href')];
  if (textAt(node, 'type') === 'user') return asText(`@${label.replace(/^@/, '')}`);
  const address = href === '' && textAt(node, 'type') === 'document' ? `/doc/${textAt(node, 'modelId')}` : href;
  return address === '' ? asText(label) : `<a href="${asText(addressOf(address))}">${asText(label)}</a>`;
}

function textAt({ attrs }: RichNode, name: string): string {
  const value = attrs?.[name];
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

function marked(html: string, marks: readonly RichMark[], writing: RichWriting): string {
  return marks.reduce((inside, { type, attrs }) => {
    const color = attrs?.['color'];
    if (type === 'highlight' && typeof color === 'string')
      return `<span style="background-color:${asText(color)}">${inside}</span>`;
    const tag = tags[type];
    if (tag !== undefined) return `<${tag}>${inside}</${tag}>`;
    const href = attrs?.['href'];
    if (type === 'link' && typeof href === 'string')
      return `<a href="${asText(writing.addressOf(href))}">${inside}</a>`;
    // Comments and placeholders are no part of the text.
    if (type !== 'comment' && type !== 'placeholder') writing.miss(type);
    return inside;
  }, html);
}

const tags: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  code_inline: 'code',
  strikethrough: 'del',
  underline: 'u',
  highlight: 'mark',
};

function span({ attrs }: RichNode, name: 'colspan' | 'rowspan'): string {
  const value = attrs?.[name];
  return typeof value === 'number' && value > 1 ? ` ${name}="${value}"` : '';
}

const plainText = ({ text, content }: RichNode): string => text ?? (content ?? []).map(plainText).join('');
