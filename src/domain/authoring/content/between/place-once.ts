import * as z from 'zod';
import { notFound } from '../../../../lib/errors.ts';
import type { Context, TransactionContext } from '../../../core/context.ts';
import { transact } from '../../../core/transact.ts';
import { enterSpace } from '../../spaces/spaces.ts';
import type { Revision } from '../revisions.ts';

/** A page in the content of a space. */
export interface PlacedPage {
  readonly id: string;
  readonly revision: Revision;
}

/** What is stored with an Idempotency-Key. */
const Effect = z.object({ id: z.string(), revision: z.string(), line: z.string() });

/** Transactions of a thousand pages take seconds. */
const timeoutMs = 60_000;

/**
 * Places pages in one transaction. A repetition of a request whose process ended before it answered finds the page that it placed. Throws
 * not_found when the caller can no longer read it.
 */
export async function placeOnce(
  outer: Context,
  place: (ctx: TransactionContext) => Promise<PlacedPage>,
): Promise<PlacedPage> {
  const earlier = Effect.safeParse(outer.once?.earlier);
  if (earlier.success) return findPlaced(outer, earlier.data);
  return transact(
    outer,
    async (ctx) => {
      const placed = await place(ctx);
      const { id, revision } = placed;
      await ctx.once?.record(ctx, { id, revision: revision.id, line: revision.line } satisfies z.infer<typeof Effect>);
      return placed;
    },
    { timeoutMs },
  );
}

async function findPlaced(
  ctx: Context,
  { id, revision: revisionId, line }: z.infer<typeof Effect>,
): Promise<PlacedPage> {
  const revision = (await ctx.loaders.revision.load(revisionId)) as Revision | null;
  if (revision === null) throw notFound('revision', revisionId);
  await enterSpace(ctx, revision.spaceId);
  return { id, revision: { ...revision, activeOf: line } };
}
