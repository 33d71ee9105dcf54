import { LRUCache } from 'lru-cache';

/** The text of a piece of SQL, cut where its values stand. */
class Shape {
  readonly strings: readonly string[];
  #statement: string | null = null;

  constructor(strings: readonly string[]) {
    this.strings = strings;
  }

  /** `select … $1 …` */
  get statement(): string {
    return (this.#statement ??= this.strings.reduce((text, part, index) => `${text}$${index}${part}`));
  }
}

/** A piece of SQL with its values; pieces nest. */
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
 * Where a template and the shapes of its parts lead. A template is put together once for each way it
 * is filled, for that costs more than all else in a short request.
 */
interface Step {
  readonly next: Map<Shape | null, Step>;
  shape: Shape | null;
}

const templates = new WeakMap<TemplateStringsArray, Step>();

/** Ways kept. A program has some hundreds; the bound is for pieces that are made in a loop. */
const maxSteps = 20_000;
let steps = 0;

function stepAfter(step: Step, part: Shape | null): Step {
  const known = step.next.get(part);
  if (known) return known;
  const made: Step = { next: new Map(), shape: null };
  if (steps < maxSteps) {
    steps += 1;
    step.next.set(part, made);
  }
  return made;
}

/**
 * Tagged template for SQL: values become parameters, nested fragments become text.
 * There is no way to put a value into the text.
 */
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

/** Text that is part of the program: a column name from a fixed list, never a caller's word. */
export function raw(text: string): Fragment {
  const known = rawPieces.get(text);
  if (known) return known;
  const piece = new Fragment(new Shape([text]), []);
  rawPieces.set(text, piece);
  return piece;
}

const rawPieces = new LRUCache<string, Fragment>({ max: 1_000 });

/** Conditions joined by `and`; none is `true`. */
export function all(conditions: readonly (Fragment | null)[]): Fragment {
  const given = conditions.filter((condition) => condition !== null);
  return given.reduce((left, right) => (left === none ? right : sql`${left} and ${right}`), none);
}

const none = raw('true');

/** `select … $1 …`: what the values of the fragment belong to. */
export const textOf = (fragment: Fragment) => fragment.shape.statement;

/** Reads rows. Timestamps are ISO 8601 strings in UTC with milliseconds. */
export interface Sql {
  rows<Row>(fragment: Fragment): Promise<Row[]>;
  /** The first row, or null. */
  first<Row>(fragment: Fragment): Promise<Row | null>;
}
