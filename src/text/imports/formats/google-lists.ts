import { selectAll } from 'hast-util-select';
import { element, text, type HtmlElement, type HtmlNode, type HtmlRoot, isElement } from '../../markdown/html-tree.ts';

/** Nests, in place, the lists of a Google Docs document, which exports each level as a separate list `lst-kix_…-LEVEL`. */
export function nestGoogleLists(root: HtmlRoot): void {
  const children: HtmlNode[] = [];
  /** Open lists, outermost first. */
  let open: { level: number; list: HtmlElement }[] = [];
  for (const node of root.children) {
    const level = isElement(node) ? findLevel(node) : null;
    if (level === null || !isElement(node)) {
      if (!isBlank(node)) open = [];
      children.push(node);
      continue;
    }
    open = open.filter(
      (outer) => outer.level < level || (outer.level === level && outer.list.tagName === node.tagName),
    );
    const same = open.find((outer) => outer.level === level);
    if (same) {
      same.list.children.push(...node.children);
      continue;
    }
    const parent = open.at(-1)?.list.children.findLast(isElement);
    if (parent) parent.children.push(node);
    else children.push(node);
    open.push({ level, list: node });
  }
  root.children = children as HtmlRoot['children'];
}

/** Signs before the items of a list, which its style sheet has: an empty box, and one that is ticked. */
const box = /☐|\\0{0,2}2610/i;
const tickedBox = /[☑☒]|\\0{0,2}261[12]/i;

/** Gives the items of checklists, in place, boxes to tick, which Google Docs writes into the style sheet of the page alone. */
export function markCheckLists(page: HtmlRoot, root: HtmlRoot): void {
  const sheets = selectAll('style', page).flatMap(({ children }) => children);
  const css = sheets.map((child) => (child.type === 'text' ? child.value : '')).join('\n');
  const rules = /\.(lst-kix_[\w-]{1,60})\s{0,9}>\s{0,9}li:before\s{0,9}\{[^{}]{0,300}?content:\s{0,9}"([^"{}]{0,60})"/g;
  for (const [, name = '', content = ''] of css.slice(0, maxCss).matchAll(rules)) {
    const checked = tickedBox.test(content);
    if (!checked && !box.test(content)) continue;
    for (const item of selectAll(`ul.${name} > li`, root))
      item.children.unshift(element('input', [], { type: 'checkbox', checked, disabled: true }), text(' '));
  }
}

const maxCss = 500_000;

const isBlank = (node: HtmlNode) => node.type === 'text' && node.value.trim() === '';

function findLevel({ tagName, properties: { className } }: HtmlElement): number | null {
  if (tagName !== 'ul' && tagName !== 'ol') return null;
  const names = Array.isArray(className) ? className.map(String) : [];
  const level = names.map((name) => /^lst-\w+-(\d)$/.exec(name)?.[1]).find((digit) => digit !== undefined);
  return level === undefined ? null : Number(level);
}
