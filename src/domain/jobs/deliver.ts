import { sql } from '../../db/sql.ts';
import type { Execute } from '../../infra/queue/queue.ts';
import type { Context } from '../context.ts';

/** Statements of the queue on the connection of a context: with a transaction, in it. */
export const executeIn =
  ({ db }: Pick<Context, 'db'>): Execute =>
  (text, values = []) =>
    db.$queryRawUnsafe<object[]>(text, ...values);

/** Brings a queued job to whichever process has time for it, once the transaction is through. */
export async function deliver(ctx: Context, jobId: string): Promise<void> {
  await ctx.queue.send(executeIn(ctx), jobId);
  ctx.afterCommit(() => ctx.queue.signals.wake());
}

/** Delivers the job that has waited longest for the end of another. */
export async function releaseNext(ctx: Context, exclusive: string | null): Promise<void> {
  if (exclusive === null) return;
  const next = await ctx.sql.first<{ id: string }>(sql`update jobs set waiting = false where id = (
      select id from jobs where exclusive = ${exclusive} and state = 'queued' and waiting
      order by "createdAt", id limit 1 for update skip locked)
    returning id`);
  if (next) await deliver(ctx, next.id);
}
