import { sql } from '../../db/sql.ts';
import type { Execute } from '../../infra/queue/queue.ts';
import type { Context } from '../context.ts';

/** Statements of the queue on the connection of a context: with a transaction, in it. */
export const executeIn =
  ({ db }: Pick<Context, 'db'>): Execute =>
  (text, values = []) =>
    db.$queryRawUnsafe<object[]>(text, ...values);

/** Brings a queued job to whichever process has time for it, once the transaction is through and so many milliseconds are over. */
export async function deliver(ctx: Context, jobId: string, afterMs = 0): Promise<void> {
  await ctx.queue.send(executeIn(ctx), jobId, afterMs);
  const wake = () => ctx.queue.signals.wake();
  // A little later than the database has it, whose clock is not ours.
  ctx.afterCommit(afterMs === 0 ? wake : () => void setTimeout(wake, afterMs + clockMs).unref());
}

const clockMs = 100;

/**
 * Lets one transaction after the other decide which job of those that exclude each other has its turn: what one writes
 * the next one sees. Whoever holds it holds the row of its own job already, and takes no other's.
 */
export async function decideAlone(ctx: Context, exclusive: string): Promise<void> {
  await ctx.sql.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`job ${exclusive}`}, 0))::text`);
}

/** Delivers the job that has waited longest for the end of another. */
export async function releaseNext(ctx: Context, exclusive: string | null): Promise<void> {
  if (exclusive === null) return;
  await decideAlone(ctx, exclusive);
  const next = await ctx.sql.first<{ id: string }>(sql`update jobs set waiting = false where id = (
      select id from jobs where exclusive = ${exclusive} and state = 'queued' and waiting
      order by "createdAt", id limit 1 for update skip locked)
    returning id`);
  if (next) await deliver(ctx, next.id);
}
