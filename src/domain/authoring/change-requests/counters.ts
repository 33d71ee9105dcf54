import type { Context } from '../../core/context.ts';
import type { ChangeRequest } from './change-requests.ts';
import type { ChangeRequestStatus } from './fields.ts';

const counterOf: Readonly<Partial<Record<ChangeRequestStatus, 'changeRequestsOpen' | 'changeRequestsDraft'>>> = {
  open: 'changeRequestsOpen',
  draft: 'changeRequestsDraft',
};

/**
 * Adjusts the change request counters of the space for a new status. The caller must have locked the space before the
 * change request.
 */
export async function countStatus(
  ctx: Context,
  { spaceId, status }: ChangeRequest,
  newStatus: ChangeRequestStatus,
): Promise<void> {
  const [from, to] = [counterOf[status], counterOf[newStatus]];
  await ctx.db.space.updateMany({
    where: { id: spaceId },
    data: { ...(from ? { [from]: { decrement: 1 } } : {}), ...(to ? { [to]: { increment: 1 } } : {}) },
  });
}
