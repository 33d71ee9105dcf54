import { createContext, Script } from 'node:vm';
import { tex2typst } from 'tex2typst';

/** Most formulas of one document that are typeset. The others are shown as they are written. */
const maxFormulas = 5_000;
const maxFormulaLength = 2_000;

/** Most rejections before the conversion stops. Each one costs a run of the compiler for every bisection. */
const maxRefused = 100;

/** Deepest nesting of roots and the like. Each level doubles the time of the compiler. */
const maxDepth = 10;

/** Deepest nesting for the converter, which also doubles its time per level. Real formulas take a millisecond. */
const convertMs = 50;
const convertAllMs = 5_000;

/** Characters that start code or end text in Typst. All of them in the result come from the converter. */
const suspect = /["#]/;

/** Code that the converter emits. It copies lengths and colors from the formula without checking them. */
const itsCode =
  /#(?:none|true|left|center|right|\d{1,3}|\(vline: \([\d, ]+\)\)|h\((?:-math\.thin\.amount|-?\d{0,3}(?:\.\d{1,3})?(?:pt|mm|cm|in|em))\)|text\(fill: [a-z]+\)(?=\[\$))(?=$|[\s,)\][^_])/g;

/** Code that is not emitted by the converter, and names that exist in math without being symbols. */
const leadsOut = /#|std|image/;

/**
 * The formulas of a document, TeX to Typst, those that convert and that the compiler takes; see document.ts. A single one
 * that it refuses would spoil the whole document.
 *
 * @param {string} json
 * @param {(formulas: readonly string[]) => boolean} isTaken whether the compiler takes all of them
 * @returns {Record<string, string>}
 */
export function formulasOf(json, isTaken) {
  if (!json.includes('"k":"math"')) return {};
  /** @type {Map<string, string>} */
  const converted = new Map();
  const endMs = performance.now() + convertAllMs;
  JSON.parse(json, (_key, value) => {
    if (value?.k === 'math' && !converted.has(value.tex) && converted.size < maxFormulas && performance.now() < endMs) {
      const typst = typstOf(value.tex);
      if (typst !== null) converted.set(value.tex, typst);
    }
    return value;
  });
  let refused = 0;
  /** @type {(some: readonly (readonly [string, string])[]) => readonly (readonly [string, string])[]} */
  const taken = (some) => {
    if (some.length === 0 || refused >= maxRefused) return [];
    if (isTaken(some.map(([, typst]) => typst))) return some;
    if (some.length === 1) {
      refused += 1;
      return [];
    }
    const middle = Math.ceil(some.length / 2);
    return [...taken(some.slice(0, middle)), ...taken(some.slice(middle))];
  };
  return Object.fromEntries(taken([...converted]));
}

/** @param {string} tex */
function typstOf(tex) {
  if (tex.length > maxFormulaLength || suspect.test(tex)) return null;
  try {
    context.tex = tex;
    const typst = String(conversion.runInContext(context, { timeout: convertMs }));
    return depthOf(typst) > maxDepth || !isMathematics(typst) ? null : typst;
  } catch {
    return null;
  }
}

const context = createContext({ tex2typst, tex: '' });
const conversion = new Script('tex2typst(tex)');

/** @param {string} typst with texts in quotes, in which a backslash would make the end no end */
const isMathematics = (typst) =>
  typst
    .split('"')
    .every((part, index) => (index % 2 === 1 ? !part.includes('\\') : !leadsOut.test(part.replaceAll(itsCode, ''))));

/** @param {string} typst */
function depthOf(typst) {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of typst.matchAll(/[()[\]{}]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
