import type { Context } from '../../core/context.ts';
import { parseFacts } from '../content/parse-facts.ts';
import { mayLink } from '../content/write-links.ts';
import type { ChangeRequest } from '../change-requests/change-requests.ts';
import { loadHeads } from './heads.ts';
import { maxMergeMs } from './merge-stored-texts.ts';
import { planMerge, type MergePlan } from './plan.ts';

/**
 * Plans a merge before its transaction, so that no lock is held while texts are merged. The plan is valid for as long
 * as neither side gets a new revision, because everything it is made from changes only with one; `currentPlan` checks
 * that under the lock.
 */
export async function planAhead(ctx: Context, changeRequest: ChangeRequest): Promise<MergePlan> {
  const plan = await planForWrite(ctx, changeRequest);
  for (const { markdown } of plan.texts)
    // Cached by content, so that the transaction that writes the text does not wait for a worker.
    // One text at a time.
    if (!ctx.inTransaction && mayLink.test(markdown)) await parseFacts(ctx, markdown);
  return plan;
}

/**
 * The plan for a change request that the caller has locked: the one made ahead if both sides still have the same
 * revision, otherwise a new one. Texts that were merged for the former plan are cached by content.
 */
export const currentPlan = async (
  ctx: Context,
  changeRequest: ChangeRequest,
  ahead: MergePlan | null,
): Promise<MergePlan> =>
  ahead?.own.id === changeRequest.revisionId && ahead.main.id === changeRequest.mainRevisionId
    ? ahead
    : planForWrite(ctx, changeRequest);

const planForWrite = async (ctx: Context, changeRequest: ChangeRequest): Promise<MergePlan> =>
  planMerge(ctx, changeRequest.id, await loadHeads(ctx, changeRequest), maxMergeMs);
