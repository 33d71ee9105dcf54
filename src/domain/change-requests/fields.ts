import * as z from 'zod';

/** What a caller can make of a change request. Decisions 2.9. */
export const settableStatuses = {
  draft: 'Under work; seen by its author and by those who edit.',
  open: 'Ready for review.',
  archived: 'Put away; it can be reopened.',
} as const;
export type SettableStatus = keyof typeof settableStatuses;

/** Contract 2.12; decisions 2.9. */
export const changeRequestStatuses = { ...settableStatuses, merged: 'Part of the main content.' } as const;
export type ChangeRequestStatus = keyof typeof changeRequestStatuses;

/** Whether a change request takes no changes any more, or not now. Decisions 3.2. */
export const isClosed = (status: ChangeRequestStatus) => status === 'merged' || status === 'archived';

/** Contract 2.12, limit of part 8. */
export const ChangeRequestSubject = z.string().max(100);

/** The greatest number a change request can have: that of its column. */
export const maxNumber = 2_147_483_647;

/** Markdown; the length is ours. */
export const ChangeRequestDescription = z.string().max(10_000);

/** A JSON document as newer clients send it (disagreement 22), or a body (decisions 2.3); an empty one says nothing. */
export const GivenDescription = z
  .looseObject({
    object: z.literal('document').optional(),
    markdown: ChangeRequestDescription.nullish(),
    document: z.unknown().optional(),
  })
  .refine(
    (given) => Object.keys(given).length === 0 || ['object', 'markdown', 'document'].some((key) => key in given),
    'must be a JSON document, { markdown } or { document }',
  );

/** What somebody does in a change request. Beyond 2c. */
export const contributionKinds = { edit: 'Changing its content.', comment: 'Saying something in it.' } as const;
export type ContributionKind = keyof typeof contributionKinds;
