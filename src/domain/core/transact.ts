import { setTimeout as sleep } from 'node:timers/promises';
import { classifyDatabaseError } from '../../db/errors.ts';
import { transactionOf } from '../../db/transaction.ts';
import { failure } from '../../lib/errors.ts';
import { createLoaders } from '../../loaders/index.ts';
import type { Emit, EmittedEvent } from './events/emit.ts';
import { writeEvents } from './events/write-events.ts';
import { isInTransaction, type Context, type TransactionContext, type TransactionLimits } from './context.ts';

const maxTries = 8;
const maxPauseMs = 200;

/**
 * Runs a function in one database transaction, and retries it after a serialization failure or deadlock. Only the `ctx`
 * passed to the function is in the transaction, so name it `ctx` to shadow the outer one. Nested calls join the
 * transaction. Do no outbound I/O inside.
 */
export async function transact<Result>(
  outer: Context,
  run: (ctx: TransactionContext) => Promise<Result>,
  limits: TransactionLimits = {},
): Promise<Result> {
  if (isInTransaction(outer)) return run(outer);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const after: (() => void)[] = [];
      const result = await outer.runTransaction((db) => runInside(inside(outer, db, after), run), {
        ...limits,
        signal: outer.signal,
      });
      outer.loaders.clear();
      for (const follow of after) follow();
      return result;
    } catch (error) {
      const meaning = classifyDatabaseError(error);
      if (meaning !== 'retry') throw meaning ?? error;
      if (attempt === maxTries)
        throw failure('unavailable', 'Too many concurrent requests change the same data', {
          cause: error,
          retryAfterSeconds: 1,
        });
      await sleep(Math.random() * Math.min(maxPauseMs, 5 * 2 ** attempt));
    }
  }
}

/** Runs the function, then notifies renderers of its events, and writes these. */
async function runInside<Result>(
  entered: TransactionContext,
  run: (ctx: TransactionContext) => Promise<Result>,
): Promise<Result> {
  const events: EmittedEvent[] = [];
  const emit: Emit = (type, subject, ...[data]) =>
    void events.push({ type, subject, data: data ?? {} } as EmittedEvent);
  const ctx: TransactionContext = { ...entered, emit };
  const result = await run(ctx);
  if (events.length === 0) return result;
  await ctx.notifyRenderers(ctx, events);
  await writeEvents(ctx, events);
  ctx.afterCommit(() => ctx.watches.events.look());
  return result;
}

function inside(outer: Context, tx: Context['db'], after: (() => void)[]): TransactionContext {
  const { db, sql } = transactionOf(tx);
  return {
    ...outer,
    db,
    sql,
    loaders: createLoaders(sql, outer.actor),
    inTransaction: true,
    afterCommit: (follow) => void after.push(follow),
  };
}
