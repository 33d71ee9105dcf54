import type { Context } from '../../core/context.ts';
import { deleteExpiredSpaces } from './queries.ts';

/** Number of spaces deleted by one statement. Content and comments are deleted with them. */
const batchSize = 20;

/**
 * Deletes all spaces that can no longer be restored and returns their number. Several processes may run it
 * concurrently.
 */
export async function purgeDeletedSpaces({ sql }: Pick<Context, 'sql'>): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await deleteExpiredSpaces(sql, batchSize);
    purged += count;
    if (count < batchSize) return purged;
  }
}
