import { failure } from '../../../lib/errors.ts';
import type { Revision } from '../content/revisions.ts';
import type { Context } from '../../core/context.ts';
import type { ChangeRequest } from '../change-requests/change-requests.ts';
import { isClosed } from '../change-requests/fields.ts';

/** The active revisions of a change request and of main content. */
export interface Heads {
  /** The active revision of the change request: a main revision before its first commit. */
  readonly own: Revision;
  readonly main: Revision;
}

/** Reads the heads as of the current transaction. */
export async function loadHeads(ctx: Context, { revisionId, mainRevisionId }: ChangeRequest): Promise<Heads> {
  const [own, main] = await Promise.all([revisionId, mainRevisionId].map((id) => ctx.loaders.revision.load(id)));
  if (!own || !main) throw new Error(`There is no revision ${revisionId} or no revision ${mainRevisionId}`);
  return { own: own as Revision, main: main as Revision };
}

/** Throws invalid_state when the change request is merged or archived. */
export function requireNotClosed({ status }: ChangeRequest): void {
  if (isClosed(status))
    throw failure('invalid_state', `The change request is ${status}; this needs one that is draft or open`);
}
