import * as z from 'zod';
import {
  changeRequestStatuses,
  contributionKinds,
  type ChangeRequestStatus,
  type ContributionKind,
} from '../../domain/change-requests/fields.ts';
import type { ChangeRequestFragment, ContributorFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { asDocument, given, JsonDocument, Timestamp, urls } from '../shared/schemas.ts';
import { User, user } from '../users/resource.ts';

/**
 * Contract 2.12, with the space and the description that newer clients read (disagreement 22). Lists leave the description
 * out.
 */
export const ChangeRequest = z
  .strictObject({
    object: z.literal('change-request'),
    id: z.string(),
    number: z.int(),
    status: z.enum(Object.keys(changeRequestStatuses) as [ChangeRequestStatus, ...ChangeRequestStatus[]]),
    subject: z.string().max(100),
    description: JsonDocument.optional(),
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

interface MayBeDescribed {
  readonly descriptionDocument?: unknown;
}

export const changeRequest: Resource<ChangeRequestFragment & MayBeDescribed, z.infer<typeof ChangeRequest>> = {
  schema: ChangeRequest,
  present: (node) => ({
    object: 'change-request',
    id: node.id,
    number: node.number,
    status: node.status,
    subject: node.subject,
    description: node.descriptionDocument ? asDocument(node.descriptionDocument) : undefined,
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

/** Beyond 2c. */
const Contributor = z
  .strictObject({
    user: User.optional(),
    actionType: z.enum(Object.keys(contributionKinds) as [ContributionKind, ...ContributionKind[]]),
    count: z.int(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'Contributor' });

export const contributor: Resource<ContributorFragment, z.infer<typeof Contributor>> = {
  schema: Contributor,
  present: ({ user: who, actionType, count, updatedAt }) => ({
    user: who ? user.present(who) : undefined,
    actionType,
    count,
    updatedAt,
  }),
};
