import { mainBelow } from '../../loaders/content.ts';
import { changesBetween, type ChangeList } from '../content/diff/changes-of.ts';
import { contentOfChangeRequest } from '../content/revisions.ts';
import type { Context } from '../context.ts';
import type { ChangeRequest } from './change-requests.ts';

/**
 * What a change request changes of the main content it lies on, of the first so many pages, files and others; what it
 * brought, once it is merged. Throws not_found, insufficient_scope. Beyond 2c.
 */
export async function changesOfChangeRequest(
  ctx: Context,
  changeRequest: ChangeRequest,
  limit: number,
): Promise<ChangeList> {
  const own = await contentOfChangeRequest(ctx, changeRequest);
  if (own.baseSeq === null) return { changes: [], more: 0 };
  return changesBetween(ctx, { before: mainBelow(own), after: own, limit });
}
