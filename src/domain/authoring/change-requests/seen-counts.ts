import { allowed } from '../../../access/policy.ts';
import { atLeast } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import type { Space } from '../spaces/spaces.ts';
import { changeRequestPolicy } from './policy.ts';

interface ChangeRequestCounts {
  readonly total: number;
  readonly open: number;
  readonly draft: number;
}

const none: ChangeRequestCounts = { total: 0, open: 0, draft: 0 };

/** Counts the change requests of a space that the caller may see. Only editors see drafts of others. */
export function countVisibleChangeRequests(
  ctx: Context,
  space: Space,
): ChangeRequestCounts | Promise<ChangeRequestCounts> {
  const { role, changeRequests: total, changeRequestsOpen: open, changeRequestsDraft: draft } = space;
  if (!allowed(changeRequestPolicy, 'view', ctx.actor, { role, status: 'open', createdById: null })) return none;
  if (draft === 0 || atLeast(role, 'edit')) return { total, open, draft };
  return ctx.loaders.ownDraftCount
    .load(space.id)
    .then((row) => ({ total: total - draft + (row?.count ?? 0), open, draft: row?.count ?? 0 }));
}
