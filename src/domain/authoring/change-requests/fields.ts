import * as z from 'zod';
import { choice } from '../../../lib/form-types.ts';
import { orderForm } from '../../../lib/list-order.ts';

/** Statuses that an update may set. See docs/reference/states.md. */
const settableStatuses = {
  draft: 'Work in progress; visible to its author and to editors of the space.',
  open: 'Ready for review.',
  archived: 'Closed without a merge; it can be reopened.',
} as const;
export type SettableStatus = keyof typeof settableStatuses;
export const SettableChangeRequestStatus = choice(
  'SettableChangeRequestStatus',
  'The statuses that an update can set. `mergeChangeRequest` sets `MERGED`.',
  settableStatuses,
);

export const changeRequestStatuses = { ...settableStatuses, merged: 'Merged into the main content.' } as const;
export type ChangeRequestStatus = keyof typeof changeRequestStatuses;

/** True for merged and archived change requests, whose content cannot change. */
export const isClosed = (status: ChangeRequestStatus) => status === 'merged' || status === 'archived';

export const ChangeRequestSubject = z.string().max(100);

/** Largest value of the `int` column `number`. */
export const maxNumber = 2_147_483_647;

/** Markdown. */
export const ChangeRequestDescription = z.string().max(10_000);

export const contributionKinds = { edit: 'Edited its content.', comment: 'Commented or replied.' } as const;
export type ContributionKind = keyof typeof contributionKinds;

export const ChangeRequestOrder = orderForm('ChangeRequestOrder', 'change requests', {
  createdAt: 'Time of creation.',
  updatedAt: 'Time of the last change.',
});

export const changeRequestRoles = {
  creator: 'Created the change request.',
  reviewer: 'Submitted a review of it.',
} as const;
export type ChangeRequestRole = keyof typeof changeRequestRoles;
