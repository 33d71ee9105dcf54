import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import { hasClass, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/**
 * Removes, in place, what a page shows to nobody. What a control of the page opens, such as a panel of tabs, stays, and so do formulas, of which
 * pages hide one of two forms. Returns the number of removed parts.
 */
export function dropHidden(root: HtmlRoot): number {
  const opened = listOpened(root);
  let dropped = 0;
  visit(root, 'element', (node, index, parent) => {
    if (!parent || index === undefined || !isHidden(node)) return undefined;
    const isOpened = node.properties.role === 'tabpanel' || opened.has(`${node.properties.id}`);
    if (isOpened || hasClass(node, openedClasses) || select(formulas, node) !== undefined) return undefined;
    parent.children.splice(index, 1);
    // Breaks of pages and the like have nothing to be missed.
    if (toText(node).trim() !== '' || select('img, table', node)) dropped += 1;
    return [SKIP, index];
  });
  return dropped;
}

const formulas = 'math, .katex, script[type^="math/tex"]';

/** Boxes of Confluence that a click opens. */
const openedClasses = ['expand-content', 'expand-hidden'];

function isHidden({ tagName, properties: { hidden, open, style } }: HtmlElement): boolean {
  if (tagName === 'dialog' && (open === undefined || open === false)) return true;
  if (hidden === true || hidden === '' || hidden === 'hidden') return true;
  return typeof style === 'string' && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style);
}

/** The ids of parts that links and buttons of the page lead to. */
function listOpened(root: HtmlRoot): ReadonlySet<string> {
  const controls = selectAll('[aria-controls], [data-target], [data-bs-target], a[href^="#"], label[for]', root);
  return new Set(
    controls.flatMap(({ properties: { ariaControls, dataTarget, dataBsTarget, href, htmlFor } }) =>
      [ariaControls, dataTarget, dataBsTarget, href, htmlFor]
        .flat()
        .flatMap((id) => (typeof id === 'string' ? id.split(/\s+/).map((one) => one.replace(/^#/, '')) : [])),
    ),
  );
}
