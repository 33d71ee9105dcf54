import type { Prisma } from './generated/client.ts';
import { textOf, type Fragment, type Sql } from './sql.ts';

/** The same reads on the connection of a Prisma transaction. */
export function transactionSql(tx: Prisma.TransactionClient): Sql {
  const rows = async <Row>(fragment: Fragment) => {
    const found = await tx.$queryRawUnsafe<Record<string, unknown>[]>(textOf(fragment), ...fragment.values);
    return found.map(plain) as Row[];
  };
  return { rows, first: async <Row>(fragment: Fragment) => (await rows<Row>(fragment))[0] ?? null };
}

/** Prisma gives Date and bigint where our rows carry ISO strings and numbers. */
function plain(row: Record<string, unknown>) {
  for (const key in row) {
    const value = row[key];
    if (value instanceof Date) row[key] = value.toISOString();
    else if (typeof value === 'bigint') row[key] = Number(value);
  }
  return row;
}
