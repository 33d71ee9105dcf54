import { texOfOmml } from './omml-to-tex.ts';
import { maxFormulaLength } from '../html-formulas.ts';

/** Formulas of a Word document, which stand for themselves as tokens while it is converted to HTML. */
export interface TakenFormulas {
  /** A part of the document with a run of text in place of each formula. */
  take(xml: string): string;
  /** The HTML with each formula as MathML that has its TeX as annotation. */
  restore(html: string): string;
}

interface Formula {
  readonly tex: string;
  readonly isBlock: boolean;
}

/** Tags that begin formulas, with any prefix. */
const opening = /<((?:[\w.-]{1,40}:)?oMath(Para)?)(?:\s[^<>]*)?(?<!\/)>/g;

/** Characters of private use around the number of a formula. */
const token = (index: number) => `\uE002${index}\uE003`;

/**
 * Takes formulas (`m:oMath`, and `m:oMathPara` as blocks) out of a Word document, because the converter to HTML knows
 * none. One that is not well-formed is left where it is. Takes a time that grows linearly with the document.
 */
export function takenFormulas(): TakenFormulas {
  const formulas: Formula[] = [];
  return {
    take(xml) {
      let taken = '';
      let from = 0;
      opening.lastIndex = 0;
      for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
        const [, name = '', para] = found;
        const close = `</${name}>`;
        const end = xml.indexOf(close, opening.lastIndex);
        if (end === -1) break;
        const next = end + close.length;
        opening.lastIndex = next;
        const tex = texOfOmml(xml.slice(found.index, next));
        if (tex === null) continue;
        formulas.push({ tex, isBlock: para !== undefined });
        taken += `${xml.slice(from, found.index)}${run(token(formulas.length - 1))}`;
        from = next;
      }
      return taken + xml.slice(from);
    },
    restore: (html) =>
      html.replaceAll(/\uE002(\d{1,6})\uE003/g, (_, index: string) => {
        const formula = formulas[Number(index)];
        return formula ? mathOf(formula) : '';
      }),
  };
}

/** A run of Word that declares its own namespace, so that it is valid below any prefixes. */
const run = (text: string) =>
  `<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:t>${text}</w:t></w:r>`;

function mathOf({ tex, isBlock }: Formula): string {
  const text = tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (tex.length > maxFormulaLength) return `<code>${text}</code>`;
  const display = isBlock ? ' display="block"' : '';
  return `<math${display}><semantics><annotation encoding="application/x-tex">${text}</annotation></semantics></math>`;
}
