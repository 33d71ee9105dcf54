import { selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import { element, hasClass, isElement, text, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Classes of what holds the numbers of lines beside code, as highlighters name them. */
const numbers =
  /^(?:ln|lnt|lineno|linenos|linenum|line-number|line-?numbers|linenodiv|gutter|gl|rouge-gutter|blob-num|crayon-nums|crayon-num|hljs-ln-n|hljs-ln-numbers|hljs-ln-line-numbers|react-code-line-number|react-syntax-highlighter-line-number)$/i;

/** Classes of tables that highlighters make of code. */
const ofCode = /^(?:crayon-table|highlighttable|hljs-ln|js-file-line-container|lntable|rouge-table)$|code/i;

const isNumbers = ({ properties: { className } }: HtmlElement) =>
  Array.isArray(className) && className.some((name) => numbers.test(`${name}`));

/**
 * Writes tables that highlighters make of code and the numbers of its lines as code, in place, and removes such numbers from other code. A
 * table has one row, or one for each line.
 */
export function unwrapNumberedLines(root: HtmlRoot): void {
  visit(root, 'element', (node, index, parent) => {
    if (node.tagName === 'pre') dropNumbers(node);
    if (node.tagName !== 'table' || !parent || index === undefined) return undefined;
    const code = codeIn(node);
    if (!code) return undefined;
    parent.children[index] = code;
    return [SKIP, index];
  });
}

function dropNumbers(pre: HtmlElement): void {
  visit(pre, 'element', (node, index, parent) => {
    if (!parent || index === undefined || !isNumbers(node) || !/^[\s\d]*$/.test(toText(node))) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
}

/** The code in a table; null for a table of its own. */
function codeIn(table: HtmlElement): HtmlElement | null {
  const cells = selectAll('td', table);
  if (!isNamed(table) && !cells.some((cell) => hasClass(cell, codeCells))) return null;
  const lines = cells.filter((cell) => !isNumberCell(cell));
  if (lines.length === 0 || lines.length === cells.length) return null;
  if (!isNamed(table) && !lines.every((cell) => hasClass(cell, codeCells))) return null;
  const pre = selectAll('pre', element('div', lines)).find((one) => toText(one).trim() !== '');
  if (lines.length === 1 && pre) {
    dropNumbers(pre);
    return pre;
  }
  const code = lines.map((cell) => linesIn(cell)).join('\n');
  return element('pre', [element('code', [text(`${code}\n`)])]);
}

/** Classes of cells with code, in tables without a class. */
const codeCells = ['code', 'crayon-code', 'lntd'];

const isNamed = ({ properties: { className } }: HtmlElement) =>
  Array.isArray(className) && className.some((name) => ofCode.test(`${name}`));

/** Whether a cell holds nothing but numbers, which the look of the page may add. */
const isNumberCell = (cell: HtmlElement) =>
  /^[\s\d]*$/.test(toText(cell)) &&
  (isNumbers(cell) || selectAll('*', cell).some(isNumbers) || hasClass(cell, ['lntd']));

/** The text of a cell, with each box in it on a line. */
function linesIn(cell: HtmlElement): string {
  const boxes = selectAll('.line, .crayon-line', cell);
  return boxes.length === 0
    ? toText(element('pre', cell.children)).replace(/\n$/, '')
    : boxes
        .map((box) =>
          toText(
            element(
              'pre',
              box.children.filter((child) => !isElement(child) || !isNumbers(child)),
            ),
          ),
        )
        .join('\n');
}
