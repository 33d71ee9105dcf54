import { html, joinHtml, noHtml, type Safe } from '../../lib/html.ts';
import { blocksIn, inlinesIn } from '../rich-text/block-words.ts';
import { inlineText, stringOf, type Block } from '../rich-text/document.ts';
import { claimId, idAttribute, idHtml, makeId, slotHtml, wordHtml, type HtmlContext } from './html-context.ts';
import { writeInlines } from './inlines.ts';
import { shareClass } from './shares.ts';
import type { Word } from '../words/words.ts';

const writeInside = (context: HtmlContext, node: Block): Safe => context.writeBlocks(context, blocksIn(node));

const hintWords: Readonly<Record<string, Word>> = {
  info: 'hintInfo',
  warning: 'hintWarning',
  danger: 'hintDanger',
  success: 'hintSuccess',
};

/** Writes a hint: `aside.hint` with its style as a class. A heading at its start is its title, and no part of the outline. */
export function writeHint(context: HtmlContext, node: Block): Safe {
  // The hint of a text that is shown as its source is for people who can edit it.
  if (node.data['note'] === true) return noHtml;
  const style = stringOf(node.data['style']);
  const name = Object.hasOwn(hintWords, style) ? style : 'info';
  const label = wordHtml(context, hintWords[name] ?? 'hintInfo');
  const [title, rest] = splitTitle(context, blocksIn(node), 'hint-title');
  const body = context.writeBlocks(context, rest);
  return html`<aside class="hint ${name}" role="note" aria-label="${label}">${title}${body}</aside>`;
}

/** Splits off a heading without an id at the start of a container, which is its title. */
function splitTitle(context: HtmlContext, blocks: readonly Block[], name: string): [Safe, readonly Block[]] {
  const [first, ...rest] = blocks;
  if (!first?.type.startsWith('heading-') || first.meta?.id) return [noHtml, blocks];
  return [html`<p class="${name}">${writeInlines(context, inlinesIn(first))}</p>`, rest];
}

/** Writes tabs: `div.tabs` of `details`, of which one is open at a time. A script may make a list of tabs of them. */
export function writeTabs(context: HtmlContext, node: Block): Safe {
  const tabs = blocksIn(node).map((tab) => ({
    id: claimId(context, tab.meta?.id),
    title: stringOf(tab.data['title']),
    content: writeInside(context, tab),
  }));
  return tabsHtml(context, tabs, node.data['fullWidth'] === true);
}

interface Tab {
  readonly id: string | null;
  readonly title: string;
  readonly content: Safe;
}

/** Writes a group of tabs; the first is open. */
export function tabsHtml(context: HtmlContext, tabs: readonly Tab[], isWide = false): Safe {
  const name = idHtml(context, makeId(context, 'tabs'));
  const items = tabs.map(({ id, title, content }, at) => {
    const open = at === 0 ? html` open` : noHtml;
    const summary = html`<summary>${title || String(at + 1)}</summary>`;
    return html`<details name="${name}"${idAttribute(context, id)}${open}>${summary}<div>${content}</div></details>`;
  });
  return html`<div class="tabs${isWide ? ' wide' : ''}">${items}</div>`;
}

/** Writes steps: `ol.stepper`. A heading without an id at the start of a step is its title. */
export function writeStepper(context: HtmlContext, node: Block): Safe {
  const steps = blocksIn(node).map((step) => {
    const icon = stringOf(step.data['icon']);
    const image =
      icon === '' ? noHtml : html`<span class="step-icon">${slotHtml(context, { kind: 'icon', name: icon })}</span>`;
    const [title, rest] = splitTitle(context, blocksIn(step), 'step-title');
    return html`<li>${image}${title}${context.writeBlocks(context, rest)}</li>`;
  });
  return html`<ol class="stepper">${steps}</ol>`;
}

/** Writes an expandable: `details.expandable`. */
export function writeExpandable(context: HtmlContext, { data, meta, fragments = [] }: Block): Safe {
  const find = (type: string) => fragments.find((one) => one.type === type)?.nodes ?? [];
  const id = idAttribute(context, claimId(context, meta?.id));
  const open = data['defaultExpanded'] === true ? html` open` : noHtml;
  const nodes = find('expandable-title').flatMap(inlinesIn);
  const title = inlineText(nodes).trim() === '' ? html`…` : writeInlines(context, nodes);
  const body = context.writeBlocks(context, find('expandable-body'));
  return html`<details class="expandable"${id}${open}><summary>${title}</summary><div>${body}</div></details>`;
}

/** Writes columns: `div.columns`, whose widths are classes. */
export function writeColumns(context: HtmlContext, node: Block): Safe {
  const columns = blocksIn(node).map((column) => {
    const valign = stringOf(column.data['verticalAlignment']);
    const classes = [shareClass(column.data['width']), valign === 'middle' || valign === 'bottom' ? valign : null];
    const names = classes.filter((one) => one !== null).join(' ');
    return html`<div${names === '' ? noHtml : html` class="${names}"`}>${writeInside(context, column)}</div>`;
  });
  return html`<div class="columns${node.data['fullWidth'] === true ? ' wide' : ''}">${joinHtml(columns)}</div>`;
}
