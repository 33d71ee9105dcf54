import { texOfOmml } from './omml-to-tex.ts';
import { maxFormulaLength } from '../html/formulas.ts';

/** Formulas of a Word document, replaced by tokens while the document is converted to HTML. */
export interface ExtractedFormulas {
  /** Replaces each formula in a part of the document with a run of text that holds its token. */
  take(xml: string): string;
  /** Replaces the tokens in HTML with MathML, annotated with TeX. */
  restore(html: string): string;
}

interface Formula {
  readonly tex: string;
  readonly isBlock: boolean;
}

/** Start tags of formulas, with any namespace prefix. */
const opening = /<((?:[\w.-]{1,40}:)?oMath(Para)?)(?:\s[^<>]*)?(?<!\/)>/g;

/** The number of a formula between private-use characters. */
const token = (index: number) => `\uE002${index}\uE003`;

/**
 * Extracts formulas (`m:oMath`, and `m:oMathPara` as blocks) from a Word document, because the HTML converter ignores
 * them. A malformed formula is left in place. Takes linear time.
 */
export function extractFormulas(): ExtractedFormulas {
  const formulas: Formula[] = [];
  return {
    take(xml) {
      let output = '';
      let from = 0;
      opening.lastIndex = 0;
      for (let match = opening.exec(xml); match; match = opening.exec(xml)) {
        const [, name = '', para] = match;
        const close = `</${name}>`;
        const end = xml.indexOf(close, opening.lastIndex);
        if (end === -1) break;
        const next = end + close.length;
        opening.lastIndex = next;
        const tex = texOfOmml(xml.slice(match.index, next));
        if (tex === null) continue;
        formulas.push({ tex, isBlock: para !== undefined });
        output += `${xml.slice(from, match.index)}${run(token(formulas.length - 1))}`;
        from = next;
      }
      return output + xml.slice(from);
    },
    restore: (html) =>
      html.replaceAll(/\uE002(\d{1,6})\uE003/g, (_, index: string) => {
        const formula = formulas[Number(index)];
        return formula ? readMath(formula) : '';
      }),
  };
}

/** A Word run that declares its own namespace, so that it is valid under any prefix. */
const run = (text: string) =>
  `<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:t>${text}</w:t></w:r>`;

function readMath({ tex, isBlock }: Formula): string {
  const text = tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (tex.length > maxFormulaLength) return `<code>${text}</code>`;
  const display = isBlock ? ' display="block"' : '';
  return `<math${display}><semantics><annotation encoding="application/x-tex">${text}</annotation></semantics></math>`;
}
