import type { Context } from '../context.ts';
import { deleteExpiredClaims } from './queries.ts';

/** Deletes expired keys and returns their number. */
export const purgeExpiredKeys = ({ sql }: Pick<Context, 'sql'>): Promise<number> => deleteExpiredClaims(sql);
