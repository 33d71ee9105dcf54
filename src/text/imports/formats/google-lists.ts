import { type HtmlElement, type HtmlNode, type HtmlRoot, isElement } from '../../markdown/html-tree.ts';

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

const isBlank = (node: HtmlNode) => node.type === 'text' && node.value.trim() === '';

function findLevel({ tagName, properties: { className } }: HtmlElement): number | null {
  if (tagName !== 'ul' && tagName !== 'ol') return null;
  const names = Array.isArray(className) ? className.map(String) : [];
  const level = names.map((name) => /^lst-\w+-(\d)$/.exec(name)?.[1]).find((digit) => digit !== undefined);
  return level === undefined ? null : Number(level);
}
