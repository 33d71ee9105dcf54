import { types, type Pool } from 'pg';
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

/** Reads on the pool: prepared by name, values as parameters. */
export function poolSql(pool: Pool): Sql {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const name = `octavo_${names.size}`;
    names.set(text, name);
    return name;
  };
  const rows = async <Row>(fragment: Fragment) => {
    const text = textOf(fragment);
    const name = nameOf(text);
    const result = await pool.query({
      text,
      values: [...fragment.values],
      types: rowTypes,
      ...(name === undefined ? {} : { name }),
    });
    return result.rows as Row[];
  };
  return { rows, first: async <Row>(fragment: Fragment) => (await rows<Row>(fragment))[0] ?? null };
}
