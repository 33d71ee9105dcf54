import { invalid } from '../../../lib/errors.ts';
import { maxComparisons, maxFilterLength } from './fields.ts';

const value = String.raw`"(?:[^"\\]|\\.)*"|true|false|null|-?\d+(?:\.\d+)?`;
const name = String.raw`[A-Za-z$][\w$-]*`;
const selection = String.raw`\[\s*(${name})\s+eq\s+(${value})\s*\]`;
const core = String.raw`(?:urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):)?`;
const attribute = String.raw`${core}(${name})(?:${selection})?(?:\.(${name}))?`;

const pathForm = new RegExp(`^${attribute}$`, 'i');
const comparisonForm = new RegExp(String.raw`\s*${attribute}\s+(\w+)(?:\s+(${value}))?\s*`, 'iy');
const conjunction = /and\b/iy;

/** The attribute that a path names, in lower case: `emails[type eq "work"].value`. */
export interface ScimPath {
  readonly attribute: string;
  /** Which of several values are meant. */
  readonly where: { readonly attribute: string; readonly value: unknown } | null;
  readonly sub: string | null;
}

/** Reads a path of an operation. Returns null for an attribute of an extension, of which nothing is kept. Throws invalidPath. */
export function parsePath(text: string): ScimPath | null {
  const match = text.length <= maxFilterLength ? pathForm.exec(text) : null;
  if (match) return pathOf(match);
  if (text.length <= maxFilterLength && /^urn:[\w.:+-]+$/i.test(text)) return null;
  throw invalid('path', `The path "${text.slice(0, 60)}" is not one that this service reads`, 'invalidPath');
}

const pathOf = ([, given = '', inside, wanted, sub]: RegExpExecArray): ScimPath => ({
  attribute: given.toLowerCase(),
  where: inside === undefined ? null : { attribute: inside.toLowerCase(), value: readValue(wanted ?? 'null') },
  sub: sub?.toLowerCase() ?? null,
});

/** What a value of an attribute must equal. All comparisons of a filter must hold. */
export interface Comparison {
  /** In lower case, with the part after a dot: `emails.value`. */
  readonly attribute: string;
  readonly value: unknown;
}

/**
 * Reads a filter: comparisons by `eq`, joined by `and`, as providers look for users and groups. Takes time in proportion to its
 * length and nests nothing. Throws invalidFilter.
 */
export function parseFilter(text: string): Comparison[] {
  if (text.length > maxFilterLength) throw refused(`A filter has at most ${maxFilterLength} characters`);
  const comparisons: Comparison[] = [];
  for (let at = 0; ;) {
    comparisonForm.lastIndex = at;
    const match = comparisonForm.exec(text);
    if (!match) throw refused(`The filter cannot be read from character ${at + 1}`);
    const [, , , , , operator = '', wanted] = match;
    if (operator.toLowerCase() !== 'eq')
      throw refused(`The filter may compare by "eq" and join by "and", not by "${operator.slice(0, 20)}"`);
    if (wanted === undefined)
      throw refused(`The filter needs a value after "eq", from character ${match[0].length + at}`);
    const path = pathOf(match);
    comparisons.push({ attribute: [path.attribute, path.sub].filter(Boolean).join('.'), value: readValue(wanted) });
    if (comparisons.length > maxComparisons) throw refused(`A filter has at most ${maxComparisons} comparisons`);
    at = comparisonForm.lastIndex;
    if (at === text.length) return comparisons;
    conjunction.lastIndex = at;
    if (!conjunction.test(text)) throw refused(`The filter may join by "and" alone, at character ${at + 1}`);
    at = conjunction.lastIndex;
  }
}

const refused = (message: string) => invalid('filter', message, 'invalidFilter');

function readValue(text: string): unknown {
  try {
    return JSON.parse(text.toLowerCase() === text || text.startsWith('"') ? text : text.toLowerCase());
  } catch {
    throw refused(`The value ${text.slice(0, 60)} is no text as JSON has it`);
  }
}
