import { failure, shorten } from '../../../lib/errors.ts';
import type { Context } from '../../context.ts';
import { describeChanges } from '../diff/describe.ts';
import { diffContent } from '../diff/diff-content.ts';
import type { Revision } from '../revisions.ts';

/** Changed entries that the error lists. */
const maxNamed = 50;

/** Throws precondition_failed, listing what has changed, when the revision that the caller expects is not the head. */
export async function requireRevision(
  ctx: Context,
  head: Revision,
  expected: string | null | undefined,
): Promise<void> {
  if (expected === null || expected === undefined || expected === head.id) return;
  const known = await ctx.loaders.revision.load(expected);
  const message = `The content has changed: it is at revision ${head.id}, not ${shorten(expected)}`;
  // Does not reveal whether a revision of another space or change request exists.
  if (!known || ![head.spaceId, head.line].includes(known.line)) throw failure('precondition_failed', message);
  const { changes } = await diffContent(ctx, known, head, maxNamed);
  const details = describeChanges(changes).map(({ id, type, before, after, fields }) => ({
    path: 'expectedRevision',
    rule: type,
    message: `${id} "${shorten((after ?? before)?.title ?? '')}"${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`,
  }));
  throw failure('precondition_failed', message, { details });
}
