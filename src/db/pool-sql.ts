import { types, type Pool } from 'pg';
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

/** A statement as it is prepared: its name on every connection, and what makes its rows. */
interface Prepared {
  readonly name: string;
  makeRow?: MakeRow;
}

type MakeRow = (values: readonly unknown[]) => unknown;

/**
 * Turns the values of a row into an object. A literal is made, extended and read several times faster than an
 * object that gets its keys one by one, which is how pg makes rows; on lists that is a third of the time.
 */
function rowMaker(columns: readonly string[]): MakeRow {
  const members = columns.map((column, index) => `${JSON.stringify(column)}: values[${index}]`);
  // oxlint-disable-next-line typescript/no-implied-eval -- column names of our own statements, escaped
  return new Function('values', `return { ${members.join(', ')} };`) as MakeRow;
}

/** Reads on the pool: prepared by name, values as parameters. */
export function poolSql(pool: Pool): Sql {
  const known = new Map<string, Prepared>();
  const preparedOf = (text: string): Prepared | undefined => {
    const found = known.get(text);
    if (found !== undefined || known.size >= maxNames) return found;
    const made = { name: `octavo_${known.size}` };
    known.set(text, made);
    return made;
  };
  const rows = async <Row>(fragment: Fragment) => {
    const text = textOf(fragment);
    const values = fragment.values as unknown[];
    const prepared = preparedOf(text);
    if (prepared === undefined) return (await pool.query({ text, values, types: rowTypes })).rows as Row[];
    const result = await pool.query<unknown[]>({
      text,
      values,
      types: rowTypes,
      name: prepared.name,
      rowMode: 'array',
    });
    const makeRow = (prepared.makeRow ??= rowMaker(result.fields.map((field) => field.name)));
    return result.rows.map(makeRow) as Row[];
  };
  return { rows, first: async <Row>(fragment: Fragment) => (await rows<Row>(fragment))[0] ?? null };
}
