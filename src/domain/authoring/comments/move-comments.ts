import type { Context } from '../../core/context.ts';
import { countThreads } from './counters.ts';
import { moveThreads } from './queries.ts';

interface MovedThreads {
  readonly from: string;
  readonly to: string;
  /** Ids of the pages. */
  readonly ids: readonly string[];
  /** The revision of the space to which they go: no one may read that of the space which they leave by them. */
  readonly revisionId: string;
}

/** Moves the threads on pages to another space, with their replies, in the transaction that moves the pages. */
export async function moveComments(ctx: Context, moved: MovedThreads): Promise<void> {
  const { open = 0, all = 0 } = (await moveThreads(ctx.sql, moved)) ?? {};
  if (all === 0) return;
  await countThreads(ctx, { spaceId: moved.from, changeRequestId: null }, { comments: -open, commentsAll: -all });
  await countThreads(ctx, { spaceId: moved.to, changeRequestId: null }, { comments: open, commentsAll: all });
}
