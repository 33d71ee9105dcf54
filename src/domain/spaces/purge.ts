import type { Context } from '../context.ts';
import { deleteExpiredSpaces } from './queries.ts';

/** Spaces removed by one statement. Each takes its content and comments with it. */
const batchSize = 20;

/** Removes all spaces that can no longer be restored, and returns how many. Several processes may do it at the same time. */
export async function purgeDeletedSpaces({ sql }: Pick<Context, 'sql'>): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await deleteExpiredSpaces(sql, batchSize);
    purged += count;
    if (count < batchSize) return purged;
  }
}
