import { setTimeout as sleep } from 'node:timers/promises';
import { meaningOf } from '../db/errors.ts';
import { transactionSql } from '../db/transaction-sql.ts';
import { failure } from '../lib/errors.ts';
import { createLoaders } from '../loaders/index.ts';
import type { Context, TransactionLimits } from './context.ts';

const maxTries = 8;
const longestPauseMs = 200;

/**
 * Runs a closure in one database transaction, again after a serialization failure or deadlock.
 * The closure's `ctx` shadows the outer one: only the inner one is in the transaction.
 * Nested calls join. No outbound I/O belongs inside.
 */
export async function transact<Result>(
  outer: Context,
  run: (ctx: Context) => Promise<Result>,
  limits: TransactionLimits = {},
): Promise<Result> {
  if (outer.inTransaction) return run(outer);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const after: (() => void)[] = [];
      const result = await outer.runTransaction((db) => run(inside(outer, db, after)), limits);
      outer.loaders.clear();
      for (const follow of after) follow();
      return result;
    } catch (error) {
      const meaning = meaningOf(error);
      if (meaning !== 'retry') throw meaning ?? error;
      if (attempt === maxTries)
        throw failure('unavailable', 'Too many requests change the same thing', {
          cause: error,
          retryAfterSeconds: 1,
        });
      await sleep(Math.random() * Math.min(longestPauseMs, 5 * 2 ** attempt));
    }
  }
}

function inside(outer: Context, db: Context['db'], after: (() => void)[]): Context {
  const reader = transactionSql(db);
  return {
    ...outer,
    db,
    sql: reader,
    loaders: createLoaders(reader, outer.actor),
    inTransaction: true,
    afterCommit: (follow) => void after.push(follow),
  };
}
