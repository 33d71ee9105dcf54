import type { EventEmitter } from 'node:events';
import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool, type ClientConfig, type PoolConfig } from 'pg';
import { PrismaClient } from './generated/client.ts';
import { diskFull } from './errors.ts';
import { RowClient } from '../handmade/row-client.ts';
import { poolSql } from './pool-sql.ts';
import type { Sql } from './sql.ts';
import { createTransactionTurns, type TakeTransactionTurn } from './transaction-turns.ts';

/** The database: one connection pool, shared by Prisma and by hand-written SQL. */
export interface Db {
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  readonly sql: Sql;
  /** Milliseconds since a statement failed last because the disk of the server was full. */
  diskFullForMs(): number;
  /** Every transaction of the program waits for its turn. */
  readonly takeTurn: TakeTransactionTurn;
  /** Notes that a caller knows the present state, so that no standby shows an earlier one to it. Only where there is a standby. */
  noteCaller?(actor: { readonly userId: string }): Promise<void>;
  /** Creates a tarball of the whole database, from which another can be initialized; embedded database only. */
  dump?(): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface DbOptions {
  /**
   * Whether statements are prepared under names, which a pooler in transaction mode cannot keep on the connections of the
   * server. True by default.
   */
  namesStatements?: boolean;
  /** Maximum time to wait for the connection of a transaction, in milliseconds. */
  transactionWaitMs: number;
  /** Maximum duration of a transaction, in milliseconds. */
  transactionTimeoutMs: number;
  /** Called when the server has no space left for what a statement writes. */
  onDiskFull?: () => void;
  /** Called for each statement. */
  onStatement?: (text: string) => void;
}

/**
 * Maximum number of prepared statements, of Prisma and of hand-written SQL each. adapter-pg does not name statements
 * itself, and an unbounded map would grow. The program has few distinct ones.
 */
const maxStatementNames = 500;

/**
 * A client of a pooler. It drops the names of statements, which the queue gives as well. The pooler may have learned another
 * time zone from a session that began before the role had its settings, and passes on what its clients ask for.
 */
class PooledClient extends RowClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const unnamed = (first: unknown) =>
      typeof first === 'object' && first !== null && !('submit' in first) ? { ...first, name: undefined } : first;
    Object.assign(this, { query: (first: unknown, ...rest: unknown[]) => query(unnamed(first), ...rest) });
  }

  getStartupConf(): object {
    const { getStartupConf } = Client.prototype as unknown as { getStartupConf: () => object };
    return { ...getStartupConf.call(this), TimeZone: 'UTC' };
  }
}

export function openDb(poolConfig: PoolConfig, options: DbOptions): Db {
  const isPooled = options.namesStatements === false;
  const pool = new Pool({ idleTimeoutMillis: 0, ...poolConfig, Client: isPooled ? PooledClient : RowClient });
  pool.on('error', () => undefined);
  let diskFullAt = -Infinity;
  onFailure(pool, (code) => {
    if (code !== diskFull) return;
    diskFullAt = performance.now();
    options.onDiskFull?.();
  });
  if (options.onStatement) reportStatements(pool, options.onStatement);
  const mostNames = isPooled ? 0 : maxStatementNames;
  const adapter = new PrismaPg(pool, { statementNameGenerator: boundedNames(mostNames) });
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
    sql: poolSql(pool, mostNames),
    diskFullForMs: () => performance.now() - diskFullAt,
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

function boundedNames(most: number) {
  const names = new Map<string, string>();
  return ({ sql }: { sql: string }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= most) return '';
    const name = `prisma_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** Hears the SQLSTATE of each failed statement, whoever ran it. */
function onFailure(pool: Pool, hear: (code: string) => void) {
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { readonly connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { readonly code: string }) => hear(code));
  });
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
