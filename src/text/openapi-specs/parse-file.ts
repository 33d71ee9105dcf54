import { findUnstorable } from '../../lib/text.ts';
import { maxSpecDepth } from './limits.ts';
import { readYaml, type SizeBudget } from './read-yaml.ts';
import { isRecord } from '../../lib/is-record.ts';
import { SpecProblem, type Json } from './spec-problem.ts';
import { Spellings } from './spellings.ts';

/** A parsed file, with the names of the files that it references. */
export interface ParsedFile {
  readonly url: string | null;
  /** What its references are relative to. */
  readonly base: string | null;
  readonly name: string;
  readonly spellings: Spellings;
  json: Json;
  references?: readonly string[];
}

/** Parses JSON or YAML into an object. Throws SpecProblem. */
export function parseFile(text: string, name: string, budget: SizeBudget): Pick<ParsedFile, 'json' | 'spellings'> {
  const spellings = new Spellings();
  const json = named(name, () => {
    const parsed = /^\s*[{[]/.test(text) ? parseJson(text, spellings, budget) : readYaml(text, spellings, budget);
    if (!isRecord(parsed)) throw new SpecProblem('is not an object in JSON or YAML');
    checkSize(parsed);
    return parsed;
  });
  const unstorable = findUnstorable(json);
  if (unstorable)
    throw new SpecProblem(
      `${name} contains a NUL character or a lone surrogate at "/${unstorable.join('/')}"`.slice(0, maxProblemLength),
    );
  return { json, spellings };
}

/** Puts the name of the file before the message of a problem. */
function named<Value>(name: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SpecProblem) throw new SpecProblem(`${name} ${error.message}`);
    throw error;
  }
}

function parseJson(text: string, spellings: Spellings, budget: SizeBudget): unknown {
  try {
    budget.left -= text.length;
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) noteNumbers(text, parsed, spellings);
    return parsed;
  } catch (error) {
    // YAML in flow style begins like JSON.
    if (text.length <= maxFlowCharacters) return readYaml(text, spellings, budget);
    throw new SpecProblem(`is not valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`);
  }
}

/** A path may be as long as the document. */
const maxProblemLength = 1_000;

const maxFlowCharacters = 1_000_000;

/** Notes how the numbers of the document itself and of its `info` are written, such as versions: `3.10` is not `3.1`. */
function noteNumbers(text: string, root: Json, spellings: Spellings): void {
  for (const holder of [root, root['info']].filter(isRecord))
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== 'number' || !/^\w+$/.test(key)) continue;
      const written = [...text.matchAll(new RegExp(String.raw`"${key}"\s*:\s*(-?\d[\d.eE+-]*)`, 'g'))];
      const source = written.map(([, number = '']) => number).find((number) => Number(number) === value);
      if (source !== undefined) spellings.set(holder, key, source);
    }
}

/** Maximum number of objects and arrays in a file, because aliases can repeat them. */
const maxNodes = 5_000_000;

/** Throws SpecProblem for a file that is too deep or too large. */
function checkSize(file: Json): void {
  const open: { value: object; depth: number }[] = [{ value: file, depth: 1 }];
  for (let count = 0, next = open.pop(); next; next = open.pop(), count += 1) {
    const { value, depth } = next;
    if (depth > maxSpecDepth) throw new SpecProblem(`is nested more than ${maxSpecDepth} levels deep`);
    if (count > maxNodes) throw new SpecProblem(`has more than ${maxNodes} objects and lists`);
    for (const child of Array.isArray(value) ? value : Object.values(value))
      if (typeof child === 'object' && child !== null) open.push({ value: child, depth: depth + 1 });
  }
}
