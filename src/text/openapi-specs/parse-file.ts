import { parseDocument } from 'yaml';
import { findUnstorable } from '../../lib/text.ts';
import { maxSpecDepth } from './limits.ts';

/** An object in a parsed file. */
export type Json = { [key: string]: unknown };

/** A parsed file, with the names of the files that it references. */
export interface ParsedFile {
  readonly url: string | null;
  readonly name: string;
  json: Json;
  references?: readonly string[];
}

/** Thrown for an invalid specification. The message is a sentence for its author. */
export class SpecProblem extends Error {}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON or YAML into an object. Throws SpecProblem. */
export function parseFile(text: string, name: string): Json {
  const parsed = /^\s*[{[]/.test(text) ? parseJson(text, name) : parseYaml(text, name);
  if (!isObject(parsed)) throw new SpecProblem(`${name} is not an object in JSON or YAML`);
  const unstorable = findUnstorable(parsed);
  if (unstorable)
    throw new SpecProblem(
      `${name} contains a NUL character or a lone surrogate at "/${unstorable.join('/')}"`.slice(0, maxProblemLength),
    );
  return parsed;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // YAML in flow style begins like JSON.
    if (text.length <= maxFlowCharacters) return parseYaml(text, name);
    throw new SpecProblem(`${name} is not valid JSON: ${messageOf(error)}`);
  }
}

/** A path may be as long as the document. */
const maxProblemLength = 1_000;

const maxFlowCharacters = 1_000_000;

function parseYaml(text: string, name: string): unknown {
  if (isDeep(text)) throw new SpecProblem(`${name} is nested too deeply`);
  const document = parseDocument(text, { merge: true, prettyErrors: true, logLevel: 'silent', uniqueKeys: true });
  const [problem] = document.errors;
  if (problem) throw new SpecProblem(`${name} is not valid YAML: ${problem.message.split('\n')[0]}`);
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new SpecProblem(`${name} is not valid YAML: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : String(error));

/**
 * Whether YAML is nested so deeply that yaml 2 would overflow the stack, which cannot be caught. Block style nests by
 * indicators on a line or by indentation, flow style by brackets.
 */
function isDeep(text: string): boolean {
  if (/(?:[-?:][ \t]+){50}/.test(text) || /^[ ]{1000}/m.test(text)) return true;
  let open = 0;
  for (const [mark] of text.matchAll(/[[\]{}]/g)) {
    open = mark === '[' || mark === '{' ? open + 1 : Math.max(0, open - 1);
    if (open > maxSpecDepth) return true;
  }
  return false;
}
