/** A piece of SQL with its values; pieces nest. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/**
 * Tagged template for SQL: values become parameters, nested fragments become text.
 * There is no way to put a value into the text.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Fragment {
  const texts = [strings[0] ?? ''];
  const values: unknown[] = [];
  const append = (text: string) => void (texts[texts.length - 1] += text);
  parts.forEach((part, index) => {
    if (part instanceof Fragment) {
      append(part.strings[0] ?? '');
      part.values.forEach((value, at) => {
        values.push(value);
        texts.push(part.strings[at + 1] ?? '');
      });
    } else {
      values.push(part);
      texts.push('');
    }
    append(strings[index + 1] ?? '');
  });
  return new Fragment(texts, values);
}

/** Text that is part of the program: a column name from a fixed list, never a caller's word. */
export const raw = (text: string) => new Fragment([text], []);

/** Conditions joined by `and`; none is `true`. */
export function all(conditions: readonly (Fragment | null)[]): Fragment {
  const given = conditions.filter((condition) => condition !== null);
  return given.reduce((left, right) => (left === none ? right : sql`${left} and ${right}`), none);
}

const none = raw('true');

/** `select … $1 …` and its values. */
export const textOf = (fragment: Fragment) =>
  fragment.strings.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), '');

/** Reads rows. Timestamps are ISO 8601 strings in UTC with milliseconds. */
export interface Sql {
  rows<Row>(fragment: Fragment): Promise<Row[]>;
  /** The first row, or null. */
  first<Row>(fragment: Fragment): Promise<Row | null>;
}
