import { LRUCache } from 'lru-cache';

/** The text of an SQL fragment, split at its parameters. */
class Shape {
  readonly strings: readonly string[];
  #statement: string | null = null;

  constructor(strings: readonly string[]) {
    this.strings = strings;
  }

  /** The complete text: `select … $1 …`. */
  get statement(): string {
    return (this.#statement ??= this.strings.reduce((text, part, index) => `${text}$${index}${part}`));
  }
}

/** An SQL fragment with its values. Fragments nest. */
export class Fragment {
  readonly shape: Shape;
  readonly values: readonly unknown[];

  constructor(shape: Shape, values: readonly unknown[]) {
    this.shape = shape;
    this.values = values;
  }

  get strings(): readonly string[] {
    return this.shape.strings;
  }
}

/**
 * A node in a trie of templates and the fragments combined with them. Assembling a statement is the largest cost of a
 * short request, so each combination is assembled once.
 */
interface Step {
  readonly next: Map<Shape | null, Step>;
  shape: Shape | null;
}

const templates = new WeakMap<TemplateStringsArray, Step>();

/**
 * Maximum number of cached combinations. A program has a few hundred; the limit guards against fragments built in a
 * loop.
 */
const maxSteps = 20_000;
let steps = 0;

function stepAfter(step: Step, part: Shape | null): Step {
  const following = step.next.get(part);
  if (following) return following;
  const newStep: Step = { next: new Map(), shape: null };
  if (steps < maxSteps) {
    steps += 1;
    step.next.set(part, newStep);
  }
  return newStep;
}

/** Template tag for SQL. Values become bound parameters; only nested fragments become text. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Fragment {
  const values: unknown[] = [];
  let step = templates.get(strings);
  if (step === undefined) templates.set(strings, (step = { next: new Map(), shape: null }));
  for (const part of parts) {
    if (part instanceof Fragment) {
      for (const value of part.values) values.push(value);
      step = stepAfter(step, part.shape);
    } else {
      values.push(part);
      step = stepAfter(step, null);
    }
  }
  return new Fragment((step.shape ??= shapeOf(strings, parts)), values);
}

function shapeOf(strings: TemplateStringsArray, parts: readonly unknown[]): Shape {
  const texts = [strings[0] ?? ''];
  const append = (text: string) => void (texts[texts.length - 1] += text);
  parts.forEach((part, index) => {
    const inner = part instanceof Fragment ? part.strings : ['', ''];
    append(inner[0] ?? '');
    texts.push(...inner.slice(1));
    append(strings[index + 1] ?? '');
  });
  return new Shape(texts);
}

/** Creates a fragment from program text, such as a column name. Must never be called with input of a caller. */
export function raw(text: string): Fragment {
  const known = rawPieces.get(text);
  if (known) return known;
  const piece = new Fragment(new Shape([text]), []);
  rawPieces.set(text, piece);
  return piece;
}

const rawPieces = new LRUCache<string, Fragment>({ max: 1_000 });

/**
 * Right side of `column = …` for a lookup by keys. A single key is compared directly, because PostgreSQL estimates ten
 * elements for an array parameter and plans subsequent joins for ten rows.
 */
export const anyOf = (keys: readonly string[]): Fragment =>
  keys.length === 1 ? sql`${keys[0]}` : sql`any(${keys}::text[])`;

/** Joins conditions with `and`; `true` when there are none. */
export function all(conditions: readonly (Fragment | null)[]): Fragment {
  const given = conditions.filter((condition) => condition !== null);
  return given.reduce((left, right) => (left === none ? right : sql`${left} and ${right}`), none);
}

const none = raw('true');

/** The statement text of a fragment. */
export const readStatement = (fragment: Fragment) => fragment.shape.statement;

/** Reads rows. Timestamps are ISO 8601 strings in UTC with milliseconds. */
export interface Sql {
  rows<Row>(fragment: Fragment): Promise<Row[]>;
  /** Returns the first row, or null. */
  first<Row>(fragment: Fragment): Promise<Row | null>;
  /** Calls a listener after each write and lock in the transaction; absent outside of one. */
  readonly onWrite?: (listener: () => void) => void;
}
