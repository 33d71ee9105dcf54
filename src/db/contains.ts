import { sql, type Fragment } from './sql.ts';

/** SQL condition: the text contains the search text, ignoring case. `%` and `_` are matched literally. */
export const contains = (text: Fragment, asked: string): Fragment =>
  sql`${text} ilike ${`%${asked.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
