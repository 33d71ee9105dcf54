import { sql, type Fragment } from './sql.ts';

/** True where the text holds what was asked for, in any case; `%` and `_` stand for themselves. */
export const contains = (text: Fragment, asked: string): Fragment =>
  sql`${text} ilike ${`%${asked.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
