import { conflict } from '../../../lib/errors.ts';
import type { TransactionContext } from '../../core/context.ts';

/** A folder of a branch, for a space. */
interface WantedPlace {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly urlKey: string;
  readonly ref: string;
  readonly directory: string;
}

/**
 * Throws conflict when another space of the organization is connected with the folder, with one in it or around it: both would write the
 * same files. The organization is locked.
 */
export async function requireFreePlace(ctx: TransactionContext, wanted: WantedPlace): Promise<void> {
  const { organizationId, spaceId, urlKey, ref, directory } = wanted;
  const others = await ctx.db.gitConnection.findMany({
    where: { organizationId, urlKey, ref, spaceId: { not: spaceId } },
    select: { directory: true },
  });
  const other = others.find((connection) => overlaps(connection.directory, directory));
  if (other === undefined) return;
  const name = other.directory === '' ? 'the whole repository' : `the folder ${other.directory}`;
  throw conflict(`Another space of the organization is connected with ${name} on this branch`);
}

/** Whether two folders are the same, or one contains the other. */
export const overlaps = (one: string, other: string): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([outer = '', inner = '']) => outer === '' || inner === outer || inner.startsWith(`${outer}/`));
