import { isAlias, isMap, isScalar, isSeq, Lexer, parseDocument, type Pair, type Scalar } from 'yaml';
import { maxSpecDepth } from './limits.ts';
import { SpecProblem, type Json } from './spec-problem.ts';
import type { Spellings } from './spellings.ts';

/** What may still be read, with aliases written out, in characters. */
export interface SizeBudget {
  left: number;
}

/** A value, and its size with aliases written out. */
interface SizedValue {
  readonly value: unknown;
  readonly size: number;
}

interface Reading {
  readonly budget: SizeBudget;
  readonly spellings: Spellings;
  /** Null while the anchored value is being read. */
  readonly anchors: Map<string, SizedValue | null>;
}

/**
 * Converts YAML to the values of JSON in a time that grows linearly with the text; aliases share their value. Keys, and
 * numbers and booleans in `spellings`, are as written. The number of aliases is free, the size of what they make is not:
 * yaml's own conversion refuses the hundredth use of an anchor, and searches the whole file for each. Throws SpecProblem.
 */
export function readYaml(text: string, spellings: Spellings, budget: SizeBudget): unknown {
  if (mayBeDeep(text) && isDeep(text)) throw new SpecProblem('is nested too deeply');
  const document = parseDocument(text, {
    merge: true,
    prettyErrors: true,
    logLevel: 'silent',
    schema: 'core',
    resolveKnownTags: false,
    // Compared with each other, which takes too long; a key that is there twice is refused below.
    uniqueKeys: false,
  });
  const [problem] = document.errors;
  if (problem) throw invalid(problem.message.split('\n')[0] ?? '');
  return read(document.contents, { budget, spellings, anchors: new Map() }).value;
}

const invalid = (why: string) => new SpecProblem(`is not valid YAML: ${why}`);

function read(node: unknown, into: Reading): SizedValue {
  if (isAlias(node)) return charged(anchored(node.source, into), into);
  const { anchor } = (node ?? {}) as { anchor?: string };
  if (anchor !== undefined) into.anchors.set(anchor, null);
  const left = into.budget.left;
  const value = readValue(node, into);
  const made = { value, size: left - into.budget.left };
  if (anchor !== undefined) into.anchors.set(anchor, made);
  return made;
}

function anchored(name: string, { anchors }: Reading): SizedValue {
  const found = anchors.get(name);
  if (found === undefined) throw invalid(`There is no anchor "${name.slice(0, 100)}" before its alias`);
  if (found === null) throw new SpecProblem('is nested in itself');
  return found;
}

function charged(made: SizedValue, into: Reading): SizedValue {
  into.budget.left -= made.size;
  if (into.budget.left < 0) throw new SpecProblem('is too large when its aliases are written out');
  return made;
}

function readValue(node: unknown, into: Reading): unknown {
  charged({ value: null, size: 2 }, into);
  if (isScalar(node)) return charged({ value: node.value, size: sourceOf(node).length }, into).value;
  if (isSeq(node)) return readList(node.items, into);
  return isMap(node) ? readMap(node.items, into) : null;
}

function readList(items: readonly unknown[], into: Reading): unknown[] {
  const list = items.map((item) => read(item, into).value);
  items.forEach((item, index) => into.spellings.note(list, index, item));
  return list;
}

function readMap(pairs: readonly Pair[], into: Reading): Json {
  const map: Json = {};
  const own = new Set<string>();
  for (const { key, value } of pairs) {
    const name = keyOf(key, into);
    if (name === null) {
      merge(map, value, into);
      continue;
    }
    if (own.has(name)) throw invalid(`Map keys must be unique; "${name.slice(0, 100)}" is there twice`);
    own.add(name);
    charged({ value: null, size: name.length }, into);
    define(map, name, read(value, into).value);
    into.spellings.note(map, name, value);
  }
  return map;
}

/** The name of a member as it is written; null for `<<`. */
function keyOf(key: unknown, into: Reading): string | null {
  if (isAlias(key)) return String(anchored(key.source, into).value);
  if (!isScalar(key)) throw invalid('A key is not a text');
  if (typeof key.value === 'symbol') return null;
  const name = typeof key.value === 'string' ? key.value : sourceOf(key);
  if (key.anchor !== undefined) into.anchors.set(key.anchor, { value: name, size: name.length });
  return name;
}

/** Adds the members of other maps that the map does not have. */
function merge(map: Json, node: unknown, into: Reading): void {
  const sources = isSeq(node) ? node.items.map((item) => read(item, into).value) : [read(node, into).value].flat();
  for (const source of sources) {
    if (typeof source !== 'object' || source === null || Array.isArray(source))
      throw invalid('What "<<" names is not a map');
    for (const [name, value] of Object.entries(source))
      if (!Object.hasOwn(map, name)) {
        define(map, name, value);
        into.spellings.copy(source, map, name);
      }
  }
}

/** Assignment to `__proto__` would set the prototype. */
function define(map: Json, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(map, name, { value, writable: true, enumerable: true, configurable: true });
  else map[name] = value;
}

const sourceOf = ({ source = '' }: Scalar): string => source;

/**
 * Whether YAML may be nested so deeply that yaml 2 would overflow the stack, which cannot be caught. Block style nests by
 * indicators on a line or by indentation, flow style by brackets. Counts those in texts as well.
 */
function mayBeDeep(text: string): boolean {
  if (/(?:[-?:][ \t]+){50}/.test(text) || /^[ ]{200}/m.test(text)) return true;
  let open = 0;
  for (const [mark] of text.matchAll(/[[\]{}]/g)) {
    open = mark === '[' || mark === '{' ? open + 1 : Math.max(0, open - 1);
    if (open > maxSpecDepth) return true;
  }
  return false;
}

/** What comes before the lexeme of a scalar. */
const scalarMark = '\u001F';

/** Whether the YAML is nested deeply, by its lexemes, among which a text is one. */
function isDeep(text: string): boolean {
  /** The columns at which the open block collections began. */
  const columns: number[] = [];
  let [flow, column] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') flow += 1;
    else if (lexeme === ']' || lexeme === '}') flow = Math.max(0, flow - 1);
    else if (flow === 0 && (lexeme === '-' || lexeme === '?' || lexeme === ':' || lexeme === scalarMark)) {
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    if (flow + columns.length > 2 * maxSpecDepth) return true;
    const line = lexeme.lastIndexOf('\n');
    if (line >= 0) column = lexeme.length - line - 1;
    else if (lexeme !== scalarMark) column += lexeme.length;
  }
  return false;
}
