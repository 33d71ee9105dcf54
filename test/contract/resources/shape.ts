/**
 * How the tables of this folder describe a JSON value. A string lists its alternatives, separated by ` | `: a
 * primitive (`string`, `number`, `boolean`, `date-time`, `any`, `null`), a literal in JSON (`"open"`, `true`), or the
 * name of another entry of the table. `[shape]` is an array. An object lists its fields: `?` after a name marks an
 * optional one, and `*` stands for all further names.
 */
export type Shape = string | readonly [Shape] | Fields;

export interface Fields {
  readonly [field: string]: Shape;
}

/** Named shapes: an object, or a string with alternatives. */
export type Table = Readonly<Record<string, Fields | string>>;

/** `"live" | "locked"` */
export const oneOf = (...values: readonly string[]): string => values.map((value) => JSON.stringify(value)).join(' | ');

/** An object of booleans. */
export const flags = (...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, 'boolean']));

const primitives = ['string', 'number', 'boolean', 'date-time', 'any', 'null'] as const;

export type Alternative =
  | { readonly kind: 'primitive'; readonly type: (typeof primitives)[number] }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'array'; readonly items: Shape; readonly path: string }
  | { readonly kind: 'object'; readonly fields: Fields; readonly path: string };

/** The alternatives of a shape, names replaced by what they stand for. `path` is where the shape stands: `Space.urls`. */
export function listAlternatives(table: Table, shape: Shape, path: string): readonly Alternative[] {
  if (typeof shape === 'object')
    return 'length' in shape && Array.isArray(shape)
      ? [{ kind: 'array', items: shape[0] as Shape, path: `${path}[]` }]
      : [{ kind: 'object', fields: shape as Fields, path }];
  return shape.split(' | ').flatMap((word) => alternativeOf(table, word, path));
}

function alternativeOf(table: Table, word: string, path: string): readonly Alternative[] {
  const type = primitives.find((primitive) => primitive === word);
  if (type !== undefined) return [{ kind: 'primitive', type }];
  if (/^("|true$|false$|\d)/.test(word)) return [{ kind: 'literal', value: JSON.parse(word) }];
  const named = table[word];
  if (named === undefined) throw new Error(`${path} names "${word}", which is not in the table`);
  return listAlternatives(table, named, word);
}
