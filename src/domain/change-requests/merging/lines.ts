import { failure } from '../../../lib/errors.ts';
import { lockSpace } from '../../content/commit.ts';
import type { Revision } from '../../content/revisions.ts';
import type { Context } from '../../context.ts';
import type { ChangeRequest } from '../change-requests.ts';
import { isClosed } from '../fields.ts';

/** The heads of both lines of a change request. */
export interface Heads {
  /** Of the change request; a main revision when it has none of its own. */
  readonly own: Revision;
  readonly main: Revision;
}

/** Locks the space, so that its main content stays as it is; main content may be changed by whoever has the lock. */
export async function lockMain(ctx: Context, spaceId: string): Promise<void> {
  await lockSpace(ctx, spaceId);
  ctx.loaders.clear();
}

/** The active revisions of both lines, as they are in the transaction. */
export async function readHeads(ctx: Context, { revisionId, mainRevisionId }: ChangeRequest): Promise<Heads> {
  const [own, main] = await Promise.all([revisionId, mainRevisionId].map((id) => ctx.loaders.revision.load(id)));
  if (!own || !main) throw new Error(`There is no revision ${revisionId}, or none ${mainRevisionId}`);
  return { own: own as Revision, main: main as Revision };
}

/** Throws invalid_state for what is merged or archived. */
export function requireUnmerged({ status }: ChangeRequest): void {
  if (isClosed(status))
    throw failure('invalid_state', `The change request is ${status}: only a draft or an open one can do that`);
}
