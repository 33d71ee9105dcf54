import type { Context } from '../../core/context.ts';
import { purgeInBatches } from '../../core/purge-in-batches.ts';
import { deleteExpiredSpaces } from './queries.ts';

/** Number of spaces deleted by one statement. Content and comments are deleted with them. */
const batchSize = 20;

/**
 * Deletes all spaces that can no longer be restored and returns their number. Several processes may run it
 * concurrently.
 */
export const purgeDeletedSpaces = ({ sql }: Pick<Context, 'sql'>): Promise<number> =>
  purgeInBatches((limit) => deleteExpiredSpaces(sql, limit), batchSize);
