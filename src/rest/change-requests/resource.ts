import * as z from 'zod';
import { changeRequestStatuses, type ChangeRequestStatus } from '../../domain/change-requests/fields.ts';
import type { ChangeRequestFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, Timestamp, urls } from '../shared/schemas.ts';
import { User, user } from '../users/resource.ts';

/** Contract 2.12, with the space that newer clients read (disagreement 22). */
export const ChangeRequest = z
  .strictObject({
    object: z.literal('change-request'),
    id: z.string(),
    number: z.int(),
    status: z.enum(Object.keys(changeRequestStatuses) as [ChangeRequestStatus, ...ChangeRequestStatus[]]),
    subject: z.string().max(100),
    createdBy: User.optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    space: z.string(),
    revision: z.string(),
    revisionInitial: z.string(),
    revisionMergedAncestor: z.string().optional(),
    revisionMerged: z.string().optional(),
    comments: z.int(),
    outdated: z.boolean(),
    urls: urls('location', 'app'),
  })
  .meta({ id: 'ChangeRequest' });

export const changeRequest: Resource<ChangeRequestFragment, z.infer<typeof ChangeRequest>> = {
  schema: ChangeRequest,
  present: (node) => ({
    object: 'change-request',
    id: node.id,
    number: node.number,
    status: node.status,
    subject: node.subject,
    createdBy: node.createdBy ? user.present(node.createdBy) : undefined,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    space: node.spaceId,
    revision: node.revisionId,
    revisionInitial: node.revisionInitialId,
    revisionMergedAncestor: given(node.revisionMergedAncestorId),
    revisionMerged: given(node.revisionMergedId),
    comments: node.commentsOpen,
    outdated: node.outdated,
    urls: { location: node.location, app: node.app },
  }),
};
