import { raw, type Fragment } from './sql.ts';

const versionOf = (alias: string) => `hash_record_extended(row(${alias}.xmin, ${alias}.ctid), 0)`;

/**
 * SQL expression for a number that changes with every write of row `alias`. `xmin` is the transaction that wrote this
 * version of the row; `ctid`, its location, distinguishes two versions by one transaction. See
 * https://www.postgresql.org/docs/15/ddl-system-columns.html. Null without a row.
 */
export const rowVersion = (alias: string): Fragment =>
  raw(`case when ${alias}.ctid is not null then ${versionOf(alias)} end`);

/**
 * SQL aggregate for a number that changes when any row of a set is written, added or removed. Independent of their
 * order.
 */
export const rowVersions = (alias: string): Fragment => raw(`sum(${versionOf(alias)})`);
