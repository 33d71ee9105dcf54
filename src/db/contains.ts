import { sql, type Fragment } from './sql.ts';

/** Case-insensitive substring condition. `%` and `_` in the search text are matched literally. */
export const contains = (text: Fragment, asked: string): Fragment =>
  sql`${text} ilike ${`%${asked.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
