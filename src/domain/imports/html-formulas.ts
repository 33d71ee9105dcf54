import { visit } from 'unist-util-visit';
import { hasClass, type HtmlElement, type HtmlRoot, isElement, text } from '../../markdown/html-tree.ts';

/** Longest formula, in characters. Longer ones keep what they show. */
export const maxFormulaLength = 5_000;

/** Delimiters of private use, which no sanitizer removes and Markdown does not escape. */
const token = (index: number) => `\uE000${index}\uE001`;

interface Formula {
  readonly tex: string;
  /** Whether it has lines of its own, where it is alone in its paragraph. */
  readonly isBlock: boolean;
}

/**
 * Takes the TeX of formulas out of a page, in place: that of KaTeX, which Notion and many sites use, and of MathML with an
 * annotation. `restore` puts it into the converted text, because conversion would escape it.
 */
export function takeFormulas(root: HtmlRoot): { restore(markdown: string): string } {
  const formulas: Formula[] = [];
  visit(root, 'element', (node) => {
    if (node.tagName !== 'math' && !hasClass(node, ['katex'])) return;
    const tex = texIn(node);
    if (tex === null) return;
    formulas.push({ tex, isBlock: node.tagName === 'math' && node.properties.display === 'block' });
    node.tagName = 'span';
    node.properties = {};
    node.children = [text(token(formulas.length - 1))];
  });
  return {
    restore: (markdown) =>
      formulas.length === 0
        ? markdown
        : markdown.replaceAll(
            /(?:(^[ >]*)|)\uE000(\d{1,6})\uE001(?:($)|)/gm,
            (whole, before: string | undefined, index, end) => {
              const formula = formulas[Number(index)];
              if (formula === undefined) return whole;
              const { tex, isBlock } = formula;
              if (!isBlock || before === undefined || end === undefined) return `${before ?? ''}$$${tex}$$`;
              return `${before}$$\n${before}${tex}\n${before}$$`;
            },
          ),
  };
}

/** The TeX of a formula on one line; null when it has none or cannot be written between dollar signs. */
function texIn(formula: HtmlElement): string | null {
  const found: string[] = [];
  visit(formula, 'element', ({ tagName, properties, children }) => {
    if (tagName === 'annotation' && properties.encoding === 'application/x-tex')
      found.push(children.map((child) => (child.type === 'text' ? child.value : '')).join(''));
  });
  const tex = (found[0] ?? '').replaceAll(/\s+/g, ' ').trim();
  return tex === '' || tex.length > maxFormulaLength || tex.includes('$') ? null : tex;
}

const emphasis: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i', 'del', 's', 'strike']);

/**
 * Moves spaces at the ends of emphasis outside of it, in place. Markdown has no emphasis that begins or ends in a
 * space, and editors such as that of Confluence write it often.
 */
export function trimEmphasis(root: HtmlRoot): void {
  visit(root, 'element', (node, index, parent) => {
    if (!parent || index === undefined || !emphasis.has(node.tagName)) return undefined;
    const first = node.children[0];
    const last = node.children.at(-1);
    const before = first?.type === 'text' ? (/^\s+/.exec(first.value)?.[0] ?? '') : '';
    if (first?.type === 'text') first.value = first.value.slice(before.length);
    const after = last?.type === 'text' ? (/\s+$/.exec(last.value)?.[0] ?? '') : '';
    if (last?.type === 'text') last.value = last.value.slice(0, last.value.length - after.length);
    const isEmpty = node.children.every((child) => child.type === 'text' && child.value === '');
    const around = [
      ...(before === '' ? [] : [text(before)]),
      ...(isEmpty ? [] : [node]),
      ...(after === '' ? [] : [text(after)]),
    ];
    if (around.length !== 1 || around[0] !== node) parent.children.splice(index, 1, ...around);
    return around.length === 0 ? index : undefined;
  });
}

/** Sizes of the three levels of toggle headings in an export of Notion, in em. */
const toggleLevels: readonly (readonly [number, string])[] = [
  [1.8, 'h1'],
  [1.4, 'h2'],
  [1.2, 'h3'],
];

/** Turns toggle headings of Notion into headings, in place; what they fold follows them. */
export function openToggleHeadings(root: HtmlRoot): void {
  visit(root, 'element', (node, index, parent) => {
    if (!parent || index === undefined || node.tagName !== 'details') return;
    const summary = node.children.find((child) => isElement(child) && child.tagName === 'summary');
    if (!summary || !isElement(summary)) return;
    const size = Number(/font-size:\s*([\d.]{1,8})em/.exec(`${summary.properties.style ?? ''}`)?.[1] ?? 0);
    const level = toggleLevels.find(([least]) => size >= least)?.[1];
    if (level === undefined) return;
    summary.tagName = level;
    summary.properties = {};
    parent.children.splice(index, 1, summary, ...node.children.filter((child) => child !== summary));
  });
}
