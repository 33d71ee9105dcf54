import type { Context } from '../context.ts';
import type { EventBatches } from '../streams/answers.ts';
import { momentsOf } from '../streams/moments.ts';
import { inStreamTurn } from '../streams/turns.ts';
import { getJob, type Job } from './jobs.ts';

/**
 * Returns a job as it is now, and again whenever its state or progress changes, until it is finished. Throws, at the start or
 * later, not_found when the caller may not see it, or no longer; unauthenticated when the token ends.
 */
export async function followJob(outer: Context, id: string): Promise<EventBatches<Job>> {
  await getJob(outer, id);
  return statesOf(outer, id);
}

async function* statesOf(outer: Context, id: string): AsyncGenerator<[Job], void, undefined> {
  let shown: string | null = null;
  for await (const state of momentsOf(outer, outer.watches.jobs.open(id))) {
    const job = await inStreamTurn(outer, (ctx) => getJob(ctx, id));
    if (state === null || state === shown) continue;
    shown = state;
    yield [job];
    if (job.finishedAt !== null) return;
  }
}
