import { raw, type Fragment } from './sql.ts';

const versionOf = (alias: string) => `hash_record_extended(row(${alias}.xmin, ${alias}.ctid), 0)`;

/**
 * A number that changes with every write of the row `alias`, whatever writes it. `xmin` names the transaction that wrote
 * this version of the row and `ctid` its place, which tells apart two versions by one transaction
 * (https://www.postgresql.org/docs/15/ddl-system-columns.html). Null without a row.
 */
export const rowVersion = (alias: string): Fragment =>
  raw(`case when ${alias}.ctid is not null then ${versionOf(alias)} end`);

/** The same for a set of rows, in whatever order they are read. It also changes with the rows that belong to the set. */
export const rowVersions = (alias: string): Fragment => raw(`sum(${versionOf(alias)})`);
