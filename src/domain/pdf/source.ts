import { separateHints } from '../rich-text/markdown.ts';
import { tagLine } from './tags.ts';

/** A text made ready for the parser, and the formulas that were taken out of it. */
export interface PreparedText {
  readonly markdown: string;
  readonly formulas: readonly string[];
}

const [formulaStart, formulaEnd] = ['\uE000', '\uE001'];

/** What stands for a formula in a text. */
export const formulaPattern = /\uE000(\d{1,6})\uE001/g;

/** Code, whose dollars are no formulas, or a formula: `$$…$$`. */
const codeOrFormula =
  /(^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\2[^\n]*$|`[^`\n]{1,1000}`)|\$\$([^$]{1,5000})\$\$/gm;

/** Puts tags into paragraphs of their own, and takes formulas away, in which Markdown would find emphasis. */
export function prepareText(text: string): PreparedText {
  const formulas: string[] = [];
  const clean = text.replaceAll(/[\uE000\uE001]/g, '');
  if (!clean.includes('$$')) return { markdown: separateHints(clean, tagLine), formulas };
  const markdown = clean.replaceAll(codeOrFormula, (whole, code: string | undefined, _mark, formula?: string) => {
    if (code !== undefined || formula === undefined) return whole;
    formulas.push(formula.trim());
    return `${formulaStart}${formulas.length - 1}${formulaEnd}`;
  });
  return { markdown: separateHints(markdown, tagLine), formulas };
}
