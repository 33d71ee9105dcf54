import { types, type Pool } from 'pg';
import { runPrepared, type KnownColumns } from '../handmade/prepared-query.ts';
import { readStatement, type Fragment, type Sql } from './sql.ts';

const timestamptz = 1184;
const int8 = 20;

/** Converts `2026-01-02 03:04:05.6+00` to `2026-01-02T03:04:05.600Z`. Sessions run in UTC. */
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

/** Creates an `Sql` that runs statements with bound parameters through the pool, `mostNames` of them as named prepared ones. */
export function poolSql(pool: Pool, mostNames: number): Sql {
  const names = new Map<string, string>();
  const columns: KnownColumns = new WeakMap();
  const findName = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames) return known;
    const name = `octavo_${names.size}`;
    names.set(text, name);
    return name;
  };
  const rows = async <Row>(fragment: Fragment) => {
    const text = readStatement(fragment);
    const values = fragment.values as unknown[];
    const name = findName(text);
    if (name === undefined) return (await pool.query({ text, values, types: rowTypes })).rows as Row[];
    return (await runPrepared(pool, { name, text, values, types: rowTypes }, columns)) as Row[];
  };
  return { rows, first: async <Row>(fragment: Fragment) => (await rows<Row>(fragment))[0] ?? null };
}
