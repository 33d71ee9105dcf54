import { failure, shorten } from '../../../../lib/errors.ts';
import type { Context } from '../../../core/context.ts';
import { describeChanges } from '../diff/describe.ts';
import { diffContent } from '../diff/diff-content.ts';
import type { Revision } from '../revisions.ts';

/** Maximum number of changed entries that the error lists. */
const maxListedEntries = 50;

/** Throws precondition_failed, with a list of the changes since, unless the expected revision is active. */
export async function requireRevision(
  ctx: Context,
  head: Revision,
  expected: string | null | undefined,
): Promise<void> {
  if (expected === null || expected === undefined || expected === head.id) return;
  const known = await ctx.loaders.revision.load(expected);
  const message = `The content has changed: it is at revision ${head.id}, not ${shorten(expected)}`;
  // Do not reveal whether the revision exists in another space or change request.
  if (!known || ![head.spaceId, head.line].includes(known.line)) throw failure('precondition_failed', message);
  const { changes } = await diffContent(ctx, known, head, { limit: maxListedEntries });
  const details = describeChanges(changes).map(({ id, type, before, after, fields }) => ({
    path: 'expectedRevision',
    rule: type,
    message: `${id} "${shorten((after ?? before)?.title ?? '')}"${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`,
  }));
  throw failure('precondition_failed', message, { details });
}
