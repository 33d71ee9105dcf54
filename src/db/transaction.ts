import type { Prisma } from './generated/client.ts';
import { readStatement, type Fragment, type Sql } from './sql.ts';

/** The interfaces through which services use a transaction. */
export interface Transaction {
  readonly db: Prisma.TransactionClient;
  readonly sql: Sql;
}

/**
 * Wraps a Prisma transaction. Every write or lock, by Prisma or by SQL, notifies the listeners of `sql.onWrite`, so
 * that caches never contain stale rows.
 */
export function transactionOf(tx: Prisma.TransactionClient): Transaction {
  const listeners: (() => void)[] = [];
  const report = () => {
    for (const listener of listeners) listener();
  };
  const rows = async <Row>(fragment: Fragment) => {
    const text = readStatement(fragment);
    const found = await tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...fragment.values);
    if (writesOrLocks.test(text)) report();
    return found.map(plain) as Row[];
  };
  return {
    db: reportingWrites(tx, report),
    sql: {
      rows,
      first: async <Row>(fragment: Fragment) => (await rows<Row>(fragment))[0] ?? null,
      onWrite: (listener) => void listeners.push(listener),
    },
  };
}

/**
 * A lock counts as a write, because rows read before it was granted may be stale. A false match only costs a reread.
 */
const writesOrLocks = /\b(?:insert|update|delete|lock|share)\b/i;

type Delegate = Readonly<Record<string, (args: unknown) => Promise<unknown>>>;

function reportingWrites(tx: Prisma.TransactionClient, report: () => void): Prisma.TransactionClient {
  const delegates = new Map<string | symbol, unknown>();
  return new Proxy(tx, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'object' || value === null) return value;
      const known = delegates.get(name) ?? reportingDelegate(value as Delegate, report);
      delegates.set(name, known);
      return known;
    },
  });
}

const reportingDelegate = (model: Delegate, report: () => void) =>
  new Proxy(model, {
    get: (target, operation) => {
      const run: unknown = Reflect.get(target, operation);
      if (typeof run !== 'function' || !isWrite.test(String(operation))) return run;
      return async (args: unknown) => {
        const result: unknown = await run.call(target, args);
        report();
        return result;
      };
    },
  });

const isWrite = /^(?:create|update|upsert|delete)/;

/** Converts Date and bigint values of Prisma to the ISO strings and numbers of our rows. */
function plain(row: Record<string, unknown>) {
  for (const key in row) {
    const value = row[key];
    if (value instanceof Date) row[key] = value.toISOString();
    else if (typeof value === 'bigint') row[key] = Number(value);
  }
  return row;
}
