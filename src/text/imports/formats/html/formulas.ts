import { toHtml } from 'hast-util-to-html';
import { visit } from 'unist-util-visit';
import {
  attributeOf,
  element,
  hasClass,
  type HtmlElement,
  type HtmlRoot,
  isElement,
  text,
} from '../../../markdown/html-tree.ts';

/** Maximum length of a formula, in characters. A longer one is imported as the text it shows. */
export const maxFormulaLength = 5_000;

/** Private-use delimiters, which sanitizers keep and Markdown does not escape. */
const token = (index: number) => `\uE000${index}\uE001`;

interface Formula {
  readonly tex: string;
  /** Whether it is a display formula, alone in its paragraph. */
  readonly isBlock: boolean;
}

/**
 * Extracts the TeX of formulas from a page, in place: from KaTeX, which Notion and many sites use, from annotated
 * MathML, from the scripts of MathJax, and from elements that hold it. `restore` puts it into the converted text, because the conversion would escape it.
 */
export function extractTex(root: HtmlRoot): ExtractedTex {
  const formulas: Formula[] = [];
  let kept = 0;
  visit(root, 'element', (node) => {
    const formula = formulaIn(node);
    if (!formula) return;
    const { tex, isBlock } = formula;
    if (tex === null) {
      if (node.tagName === 'math' && keepWritten(node)) kept += 1;
      return;
    }
    formulas.push({ tex, isBlock });
    node.tagName = node.tagName === 'div' ? 'div' : 'span';
    node.properties = {};
    node.children = [text(token(formulas.length - 1))];
  });
  return {
    kept,
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

/** The formula that an element shows; without TeX when it has none that can be written here. Null for other elements. */
function formulaIn(node: HtmlElement): { readonly tex: string | null; readonly isBlock: boolean } | null {
  const { tagName, properties } = node;
  const script = tagName === 'script' ? /^math\/tex(?:;\s*mode=(display))?/.exec(attributeOf(node, 'type')) : null;
  if (script) return { tex: oneLine(wordsOf(node)), isBlock: script[1] !== undefined };
  if (tagName === 'math') return { tex: texIn(node), isBlock: properties.display === 'block' };
  if (hasClass(node, ['katex-display'])) return { tex: texIn(node), isBlock: true };
  if (hasClass(node, ['katex'])) return { tex: texIn(node), isBlock: false };
  const marked = markedTex(node);
  return marked && { ...marked, tex: oneLine(marked.tex) };
}

interface ExtractedTex {
  restore(markdown: string): string;
  /** How many formulas without TeX are shown as they are written. */
  readonly kept: number;
}

const wordsOf = ({ children }: HtmlElement) =>
  children.map((child) => (child.type === 'text' ? child.value : '')).join('');

/** Classes of elements with TeX between its marks, and their names for formulas that stand alone. */
const texClasses = ['math', 'arithmatex'];

/** The TeX that an element of Pandoc, MkDocs, Outline or Docmost holds as its text; null for others. */
function markedTex(node: HtmlElement): { readonly tex: string; readonly isBlock: boolean } | null {
  const { dataType } = node.properties;
  const isOfEditor = dataType === 'mathInline' || dataType === 'mathBlock';
  if (!isOfEditor && !hasClass(node, texClasses)) return null;
  const written = wordsOf(node).trim();
  if (isOfEditor) return { tex: written, isBlock: dataType === 'mathBlock' };
  const [, inline, block] = /^(?:\\\(([^]*)\\\)|\\\[([^]*)\\\])$/.exec(written) ?? [];
  const tex = inline ?? block;
  return tex === undefined ? null : { tex, isBlock: block !== undefined };
}

/** Shows a formula that has no TeX as it is written, in place, unless it is long. */
function keepWritten(math: HtmlElement): boolean {
  const written = toHtml(math).replaceAll(/>\s+</g, '><');
  if (written.length > maxFormulaLength || !/>[^<\s]/.test(written)) return false;
  Object.assign(math, element('code', [text(written)]));
  return true;
}

/** The TeX of a formula on one line; null when it has none or cannot be written between dollar signs. */
function texIn(formula: HtmlElement): string | null {
  const found: string[] = [];
  visit(formula, 'element', (node) => {
    if (node.tagName === 'annotation' && node.properties.encoding === 'application/x-tex') found.push(wordsOf(node));
  });
  return oneLine(found[0] ?? '');
}

function oneLine(written: string): string | null {
  const tex = written.replaceAll(/\s+/g, ' ').trim();
  return tex === '' || tex.length > maxFormulaLength || tex.includes('$') ? null : tex;
}

const emphasis: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i', 'del', 's', 'strike']);

/**
 * Moves leading and trailing spaces out of emphasis, in place. Markdown does not support them, but editors such as
 * Confluence often write them.
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

/** Font sizes of the three levels of toggle headings in a Notion export, in em. */
const toggleLevels: readonly (readonly [number, string])[] = [
  [1.8, 'h1'],
  [1.4, 'h2'],
  [1.2, 'h3'],
];

/** Replaces toggle headings of Notion with headings, in place, followed by their folded content. */
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
