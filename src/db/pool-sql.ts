import { types, type FieldDef, type Pool, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { PreparedQuery, type KnownColumns } from './prepared-query.ts';
import { textOf, type Fragment, type Sql } from './sql.ts';

/** Prepared statements kept by name; the texts are few, but a bound must be. */
const maxNames = 500;

const timestamptz = 1184;
const int8 = 20;

/** `2026-01-02 03:04:05.6+00` → `2026-01-02T03:04:05.600Z`. Sessions run in UTC. */
export function isoInstant(text: string): string {
  const end = text.length - 3;
  const millis = end > 20 ? text.slice(20, Math.min(end, 23)).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
}

const rowTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === timestamptz) return isoInstant;
    if (oid === int8) return Number;
    return types.getTypeParser(oid, format as 'text');
  },
};

type MakeRow = (values: readonly unknown[]) => unknown;

/**
 * Turns the values of a row into an object. A literal is made, extended and read several times faster than an
 * object that gets its keys one by one, which is how pg makes rows; on lists that is a third of the time.
 */
function rowMaker(fields: readonly FieldDef[]): MakeRow {
  const known = rowMakers.get(fields);
  if (known) return known;
  const members = fields.map(({ name }, index) => `${JSON.stringify(name)}: values[${index}]`);
  // oxlint-disable-next-line typescript/no-implied-eval -- column names of our own statements, escaped
  const made = new Function('values', `return { ${members.join(', ')} };`) as MakeRow;
  rowMakers.set(fields, made);
  return made;
}

/** By the columns as a connection described them; see PreparedQuery. */
const rowMakers = new WeakMap<readonly FieldDef[], MakeRow>();

/** Reads on the pool: prepared by name, values as parameters. */
export function poolSql(pool: Pool): Sql {
  const names = new Map<string, string>();
  const columns: KnownColumns = new WeakMap();
  const nameOf = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const name = `octavo_${names.size}`;
    names.set(text, name);
    return name;
  };
  const rows = async <Row>(fragment: Fragment) => {
    const text = textOf(fragment);
    const values = fragment.values as unknown[];
    const name = nameOf(text);
    if (name === undefined) return (await pool.query({ text, values, types: rowTypes })).rows as Row[];
    const query = new PreparedQuery({ name, text, values, types: rowTypes, rowMode: 'array' }, columns);
    const result = (await pool.query(query as unknown as QueryArrayConfig)) as QueryArrayResult;
    return result.rows.map(rowMaker(result.fields)) as Row[];
  };
  return { rows, first: async <Row>(fragment: Fragment) => (await rows<Row>(fragment))[0] ?? null };
}
