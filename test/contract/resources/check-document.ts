import { additionalOf, nameOf } from './check-body.ts';
import { looser, unserved } from './differences.ts';
import { listAlternatives, type Alternative, type Fields, type Shape } from './shape.ts';
import { table } from './table.ts';

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly not?: Schema;
}

/** Compares schemas of the document with shapes of the contract, and records which known differences occurred. */
export class DocumentCheck {
  readonly met = new Set<string>();
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #compared = new Map<string, readonly string[]>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  /** Returns the differences that are not listed, a line for each. */
  compare(shape: Shape, schema: Schema, path: string): readonly string[] {
    const named = typeof shape === 'string' && table[shape] !== undefined ? shape : undefined;
    const place = named ?? path;
    if (place in looser) {
      this.met.add(place);
      return [];
    }
    // `{ not: {} }` is the item of an array that is always empty.
    if (schema.not) return [];
    const key = `${named ?? ''} ${schema.$ref ?? ''}`;
    const known = named !== undefined && schema.$ref !== undefined ? this.#compared.get(key) : undefined;
    if (known) return known;
    this.#compared.set(key, []);
    const problems = this.#alternatives(listAlternatives(table, shape, place), this.#flat(schema), place);
    this.#compared.set(key, problems);
    return problems;
  }

  /** The alternatives of a schema without references, each with one type. */
  #flat(schema: Schema): readonly Schema[] {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.replace('#/components/schemas/', '');
      const target = this.#schemas[name];
      if (!target) throw new Error(`The document has no schema ${name}`);
      return this.#flat(target);
    }
    const parts = schema.oneOf ?? schema.anyOf;
    if (parts) return parts.flatMap((part) => this.#flat(part));
    if ('const' in schema) return [{ enum: [schema.const] }];
    if (Array.isArray(schema.type)) {
      const values = schema.enum;
      return schema.type.map((type: string) => ({
        ...schema,
        type,
        ...(values ? { enum: values.filter((value) => (value === null) === (type === 'null')) } : {}),
      }));
    }
    return [schema];
  }

  #alternatives(expected: readonly Alternative[], found: readonly Schema[], path: string): readonly string[] {
    return [...this.#values(expected, found, path), ...this.#structures(expected, found, path)];
  }

  /** Literals, null and primitives are compared as sets. */
  #values(expected: readonly Alternative[], found: readonly Schema[], path: string): readonly string[] {
    const wanted = new Set(expected.flatMap(listWords));
    const given = new Set(found.flatMap(listValues));
    if (wanted.has('any')) return [];
    const surplus = [...given].filter((word) => !wanted.has(word) && !isNarrower(word, wanted));
    const missing = [...wanted].filter(
      (word) => !given.has(word) && ![...given].some((one) => isNarrower(one, wanted)),
    );
    if (missing.length > 0 && this.#isListed(path)) missing.length = 0;
    return [
      ...surplus.map((word) => `${path}: the document allows ${word}`),
      ...missing.map((word) => `${path}: the document lacks ${word}`),
    ];
  }

  /** Checks that each array and object of the document matches one of the contract, and vice versa. */
  #structures(expected: readonly Alternative[], found: readonly Schema[], path: string): readonly string[] {
    const wanted = expected.filter((one) => one.kind === 'array' || one.kind === 'object');
    if (expected.some((one) => one.kind === 'primitive' && one.type === 'any')) return [];
    const given = found.filter((schema) => schema.type === 'array' || schema.type === 'object');
    if (wanted.length === 1 && given.length === 1) return this.#structure(wanted[0]!, given[0]!);
    const fits = given.map((schema) => wanted.map((one) => this.#structure(one, schema)));
    const unfit = fits.flatMap((row) => (row.some((problems) => problems.length === 0) ? [] : closest(row, path)));
    const absent = wanted.filter((_one, index) => !fits.some((row) => row[index]?.length === 0));
    if (unfit.length === 0 && absent.length > 0 && !this.#isListed(path))
      return absent.map((one) => `${path}: the document lacks ${'path' in one ? one.path : ''}`);
    return unfit;
  }

  #structure(expected: Alternative, schema: Schema): readonly string[] {
    if (expected.kind === 'array')
      return schema.type === 'array'
        ? this.compare(expected.items, schema.items ?? {}, expected.path)
        : [`${expected.path}: the document has no array`];
    if (expected.kind !== 'object' || schema.type !== 'object') return [`${JSON.stringify(expected)} is no object`];
    return this.#object(expected.fields, schema, expected.path);
  }

  #object(documented: Fields, { properties = {}, required = [], additionalProperties }: Schema, path: string) {
    const fields: Fields = { ...documented, ...additionalOf(path) };
    const names = new Set(Object.keys(fields).map(nameOf));
    const unknown = Object.keys(properties).filter((name) => !names.has(name));
    // Where the contract allows any members, the document may list them.
    const isListed = fields['*'] === 'any' && unknown.length > 0;
    const problems = isListed
      ? []
      : unknown.map((name) => `${path}.${name}: is not of the contract, nor listed as additional`);
    if (!isListed && (additionalProperties !== false && additionalProperties !== undefined) !== names.has('*'))
      problems.push(`${path}: further fields must be ${names.has('*') ? 'allowed' : 'refused'}`);
    for (const [key, shape] of Object.entries(fields)) {
      const name = nameOf(key);
      const place = `${path}.${name}`;
      const schema = properties[name];
      if (key === '*') continue;
      if (!schema) {
        if (!(key.endsWith('?') && (path.startsWith('Embedded') || this.#isListed(place))))
          problems.push(`${place}: is absent from the document`);
        continue;
      }
      if (!key.endsWith('?') && !required.includes(name)) problems.push(`${place}: must be required`);
      problems.push(...this.compare(shape, schema, place));
    }
    return problems;
  }

  #isListed(path: string): boolean {
    const place = path.replace(/^Embedded/, '');
    if (!(place in unserved)) return false;
    this.met.add(place);
    return true;
  }
}

/** Returns the alternative with the fewest differences. */
const closest = (row: readonly (readonly string[])[], path: string): readonly string[] =>
  row.toSorted((a, b) => a.length - b.length)[0] ?? [`${path}: the document allows a structure`];

const listWords = (one: Alternative): readonly string[] => {
  if (one.kind === 'literal') return [JSON.stringify(one.value)];
  return one.kind === 'primitive' ? [one.type] : [];
};

function listValues(schema: Schema): readonly string[] {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  if (schema.type === 'array' || schema.type === 'object') return [];
  if (schema.type === 'integer') return ['number'];
  if (schema.format === 'date-time') return ['date-time'];
  return [typeof schema.type === 'string' ? schema.type : 'any'];
}

/** Whether the document has a literal where the contract allows any value of the type. */
const isNarrower = (word: string, wanted: ReadonlySet<string>) =>
  (word.startsWith('"') && wanted.has('string')) || (/^(true|false)$/.test(word) && wanted.has('boolean'));
