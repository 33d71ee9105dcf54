import { visit } from 'unist-util-visit';
import { isElement, type HtmlElement, type HtmlRoot } from '../../markdown/html-tree.ts';

/**
 * Turns the first row of each table without a header into its header, in place. Word processors do not mark headers.
 */
export function promoteFirstRows(root: HtmlRoot): void {
  visit(root, 'element', (table) => {
    if (table.tagName !== 'table') return;
    const rows = listRows(table);
    if (rows.some((row) => row.children.some((cell) => isElement(cell) && cell.tagName === 'th'))) return;
    for (const cell of rows[0]?.children ?? []) if (isElement(cell) && cell.tagName === 'td') cell.tagName = 'th';
  });
}

const listRows = (node: HtmlElement): HtmlElement[] =>
  node.children.filter(isElement).flatMap((child) => (child.tagName === 'tr' ? [child] : listRows(child)));
