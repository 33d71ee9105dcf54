import { fenceAfter, separateHints } from '../rich-text/markdown.ts';
import { tagLine } from './tags.ts';

/** A text made ready for the parser, and the formulas that were taken out of it. */
export interface PreparedText {
  readonly markdown: string;
  readonly formulas: readonly string[];
}

const [formulaStart, formulaEnd] = ['\uE000', '\uE001'];

/** What stands for a formula in a text. */
export const formulaPattern = /\uE000(\d{1,6})\uE001/g;

/** Code within a line, whose dollars are no formulas, or a formula: `$$…$$`. */
const codeOrFormula = /(`[^`\n]{1,1000}`)|\$\$([^$]{1,5000})\$\$/g;

/** Puts tags into paragraphs of their own, and takes formulas away, in which Markdown would find emphasis. */
export function prepareText(text: string): PreparedText {
  const formulas: string[] = [];
  const clean = text.replaceAll(/[\uE000\uE001]/g, '');
  const markdown = clean.includes('$$') ? outsideOfCode(clean, (part) => withoutFormulas(part, formulas)) : clean;
  return { markdown: separateHints(markdown, tagLine), formulas };
}

const withoutFormulas = (part: string, formulas: string[]) =>
  part.replaceAll(codeOrFormula, (whole, code: string | undefined, formula?: string) => {
    if (code !== undefined || formula === undefined) return whole;
    formulas.push(formula.trim());
    return `${formulaStart}${formulas.length - 1}${formulaEnd}`;
  });

/** The text with what is between blocks of code changed. */
function outsideOfCode(text: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let lines: string[] = [];
  let open: string | null = null;
  const flush = () => {
    if (lines.length > 0) parts.push(change(lines.join('\n')));
    lines = [];
  };
  for (const line of text.split('\n')) {
    const after = fenceAfter(line, open);
    if (open === null && after === null) lines.push(line);
    else {
      flush();
      parts.push(line);
    }
    open = after;
  }
  flush();
  return parts.join('\n');
}
