import { notFound } from '../../../lib/errors.ts';
import { authorize } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { enterChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { authorizedSpace, toFacts, type Space } from '../spaces/spaces.ts';

/** Identifies a discussion: that of a space, or that of a change request in it. */
export interface DiscussionRef {
  readonly spaceId: string;
  /** Id of the change request, or its number in the space. */
  readonly changeRequestId?: string | null | undefined;
}

/** A discussion reference of which the caller may omit any part. */
export type PartialDiscussionRef = {
  readonly [Key in keyof DiscussionRef]?: DiscussionRef[Key] | null | undefined;
};

/** The discussion of a change request, or of the space itself when `changeRequest` is null. */
export interface Discussion {
  readonly space: Space;
  readonly changeRequest: ChangeRequest | null;
}

/** Reading and writing need the same role but different scopes. */
export type DiscussionAction = 'readComments' | 'comment';

/** Gets the discussion for reading or commenting. */
export async function enterDiscussion(
  ctx: Context,
  { spaceId, changeRequestId }: PartialDiscussionRef,
  action: DiscussionAction,
): Promise<Discussion> {
  const named = spaceId ? await authorizedSpace(ctx, spaceId, action) : null;
  const changeRequest = changeRequestId
    ? await enterChangeRequest(ctx, { id: changeRequestId, spaceId: named?.id })
    : null;
  const space = named ?? (await authorizedSpace(ctx, changeRequest?.spaceId ?? '', action));
  return { space, changeRequest };
}

/** Authorizes reading comments. Discussions of a deleted space are not found, even for its admins. */
export function authorizeDiscussion(ctx: Context, space: Space) {
  if (space.deletedAt !== null) throw notFound('space', space.id);
  authorize(spacePolicy, 'readComments', ctx.actor, toFacts(space));
}
