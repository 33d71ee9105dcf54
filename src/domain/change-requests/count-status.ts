import type { Context } from '../context.ts';
import type { ChangeRequest } from './change-requests.ts';
import type { ChangeRequestStatus } from './fields.ts';

const counterOf: Readonly<Partial<Record<ChangeRequestStatus, 'changeRequestsOpen' | 'changeRequestsDraft'>>> = {
  open: 'changeRequestsOpen',
  draft: 'changeRequestsDraft',
};

/** Moves a change request among the counters of its space, which the caller has locked before the change request. */
export async function countStatus(
  ctx: Context,
  { spaceId, status }: ChangeRequest,
  next: ChangeRequestStatus,
): Promise<void> {
  const [from, to] = [counterOf[status], counterOf[next]];
  await ctx.db.space.updateMany({
    where: { id: spaceId },
    data: { ...(from ? { [from]: { decrement: 1 } } : {}), ...(to ? { [to]: { increment: 1 } } : {}) },
  });
}
