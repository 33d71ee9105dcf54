import { createContext, Script } from 'node:vm';
import { tex2typst } from 'tex2typst';

/** Maximum number of formulas of one document that are typeset. Others are shown as TeX. */
const maxFormulas = 5_000;
const maxFormulaLength = 2_000;

/** Maximum number of rejected formulas before the conversion stops. Each costs one compiler run per bisection step. */
const maxRefused = 100;

/** Maximum nesting depth of constructs such as roots. Each level doubles the time of the compiler. */
const maxDepth = 10;

/**
 * Limits of the processor time of the converter, in milliseconds: for one formula, and for all. Its time also doubles per
 * level of nesting; real formulas take a millisecond.
 */
const convertMs = 50;
const convertAllMs = 5_000;

/** Characters that start code or end text in Typst. In the result, all of them come from the converter. */
const suspect = /["#]/;

/** Code that the converter emits. It copies lengths and colors from the formula unchecked. */
const itsCode =
  /#(?:none|true|left|center|right|\d{1,3}|\(vline: \([\d, ]+\)\)|h\((?:-math\.thin\.amount|-?\d{0,3}(?:\.\d{1,3})?(?:pt|mm|cm|in|em))\)|text\(fill: [a-z]+\)(?=\[\$))(?=$|[\s,)\][^_])/g;

/** Code that the converter does not emit, and names that exist in math but are not symbols. */
const leadsOut = /#|std|image/;

/**
 * Converts the formulas of a document (see document.ts) from TeX to Typst. Omits those that cannot be converted or that
 * the compiler rejects, because a single rejected formula would fail the whole document.
 *
 * @param {string} json
 * @param {(formulas: readonly string[]) => boolean} isTaken whether the compiler takes all of them
 * @returns {Record<string, string>}
 */
export function formulasOf(json, isTaken) {
  if (!json.includes('"k":"math"')) return {};
  /** @type {Map<string, string>} */
  const converted = new Map();
  const spentMs = startProcessorClock();
  JSON.parse(json, (_key, value) => {
    if (value?.k === 'math' && !converted.has(value.tex) && converted.size < maxFormulas && spentMs() < convertAllMs) {
      const typst = findTypst(value.tex);
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
function findTypst(tex) {
  if (tex.length > maxFormulaLength || suspect.test(tex)) return null;
  try {
    context.tex = tex;
    const convert = (/** @type {number} */ timeout) => conversion.runInContext(context, { timeout });
    const typst = String(runWithin(convertMs, convert, startProcessorClock()));
    return measureDepth(typst) > maxDepth || !isMathematics(typst) ? null : typst;
  } catch {
    return null;
  }
}

/**
 * Runs a function with a limit of its elapsed time. Runs it again with twice the limit while it has used less processor
 * time than `limitMs`: then other processes took the time, and a busy machine would refuse what an idle one accepts.
 *
 * @template Result
 * @param {number} limitMs
 * @param {(timeoutMs: number) => Result} run throws an error with the code `ERR_SCRIPT_EXECUTION_TIMEOUT` at its limit
 * @param {() => number} spentMs processor time since the first run, in milliseconds
 * @returns {Result}
 */
export function runWithin(limitMs, run, spentMs) {
  for (let timeoutMs = limitMs; ; timeoutMs *= 2)
    try {
      return run(timeoutMs);
    } catch (error) {
      const isLate = /** @type {{ code?: string }} */ (error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isLate || spentMs() >= limitMs || timeoutMs >= limitMs * maxPatience) throw error;
    }
}

/** How many times its limit a formula may take on a busy machine. */
const maxPatience = 64;

/** Returns a function that tells the processor time of this process since now, in milliseconds. */
export function startProcessorClock() {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

const context = createContext({ tex2typst, tex: '' });
const conversion = new Script('tex2typst(tex)');

/** @param {string} typst In quoted texts, a backslash could escape the closing quote. */
const isMathematics = (typst) =>
  typst
    .split('"')
    .every((part, index) => (index % 2 === 1 ? !part.includes('\\') : !leadsOut.test(part.replaceAll(itsCode, ''))));

/** @param {string} typst */
function measureDepth(typst) {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of typst.matchAll(/[()[\]{}]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
