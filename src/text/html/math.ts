import temml from 'temml';
import { html, trustedHtml, type Safe } from '../../lib/html.ts';

/** Maximum length of a formula in characters. 40 kB take 0.3 s, and 3,000 braces end the library with a RangeError. */
const maxFormulaCharacters = 5_000;

/** A node of the library's tree, of which its types do not tell. */
interface MathNode {
  readonly style?: Record<string, unknown>;
  readonly attributes?: Record<string, unknown>;
  readonly children?: readonly MathNode[];
  readonly toMarkup: () => string;
}

interface MathLibrary {
  readonly __renderToMathMLTree: (formula: string, options: object) => MathNode;
}

/** Converts a formula in TeX to MathML. One that is too long or has an error is shown as its source. */
export function writeFormula(formula: string, display: boolean): Safe {
  if (formula.length > maxFormulaCharacters) return sourceHtml(formula);
  try {
    const options = { displayMode: display, throwOnError: true, trust: false, maxExpand: 1_000, maxSize: [50, 50] };
    const tree = (temml as unknown as MathLibrary).__renderToMathMLTree(formula, options);
    removeStyles(tree);
    return trustedHtml(tree.toMarkup());
  } catch {
    // Whatever the library cannot read is shown as it was written.
    return sourceHtml(formula);
  }
}

const sourceHtml = (formula: string) => html`<code class="tex">${formula}</code>`;

/** Removes the styles that the library writes, which the policy of pages blocks. Its classes and attributes say the same. */
function removeStyles({ style, attributes, children = [] }: MathNode): void {
  for (const name of Object.keys(style ?? {})) delete style?.[name];
  delete attributes?.['style'];
  for (const child of children) removeStyles(child);
}
