import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolConfig } from 'pg';
import { PrismaClient } from './generated/client.ts';
import { RowClient } from '../handmade/row-client.ts';
import { poolSql } from './pool-sql.ts';
import type { Sql } from './sql.ts';
import { createTransactionTurns, type TakeTransactionTurn } from './transaction-turns.ts';

/** The database: one connection pool, shared by Prisma and by hand-written SQL. */
export interface Db {
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  readonly sql: Sql;
  /** Every transaction of the program waits for its turn. */
  readonly takeTurn: TakeTransactionTurn;
  /** Creates a tarball of the whole database, from which another can be initialized; embedded database only. */
  dump?(): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface DbOptions {
  /** Maximum time to wait for the connection of a transaction, in milliseconds. */
  transactionWaitMs: number;
  /** Maximum duration of a transaction, in milliseconds. */
  transactionTimeoutMs: number;
  /** Called for each statement. */
  onStatement?: (text: string) => void;
}

/**
 * Maximum number of prepared statements of Prisma. adapter-pg does not name statements itself, and an unbounded map
 * would grow.
 */
const maxPrismaStatements = 500;

export function openDb(poolConfig: PoolConfig, options: DbOptions): Db {
  const pool = new Pool({ idleTimeoutMillis: 0, ...poolConfig, Client: RowClient });
  pool.on('error', () => undefined);
  if (options.onStatement) reportStatements(pool, options.onStatement);
  const adapter = new PrismaPg(pool, { statementNameGenerator: boundedNames() });
  const prisma = new PrismaClient({
    adapter,
    errorFormat: 'minimal',
    transactionOptions: {
      maxWait: options.transactionWaitMs,
      timeout: options.transactionTimeoutMs,
    },
  });
  return {
    pool,
    prisma,
    sql: poolSql(pool),
    takeTurn: createTransactionTurns(shareOf(pool.options.max)),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** The shares of transactions in a pool. Statements without a transaction find a connection that is left over. */
const shareOf = (connections: number) => ({
  atOnce: Math.max(1, connections - Math.ceil(connections / 5)),
  longAtOnce: Math.max(1, Math.floor(connections / 4)),
});

function boundedNames() {
  const names = new Map<string, string>();
  return ({ sql }: { sql: string }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxPrismaStatements) return '';
    const name = `prisma_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

function reportStatements(pool: Pool, report: (text: string) => void) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const counted = (...args: unknown[]) => {
      const [first] = args;
      report(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''));
      return query(...args);
    };
    Object.assign(client, { query: counted });
  });
}
