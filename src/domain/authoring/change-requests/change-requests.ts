import { failure, notFound } from '../../../lib/errors.ts';
import { numberKey, type ChangeRequestRow } from '../../../loaders/change-requests.ts';
import { allowed, authorize, requireSsoSignIn } from '../../../access/policy.ts';
import type { Role } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSpace, withAccess } from '../spaces/spaces.ts';
import { isClosed, maxNumber, type ChangeRequestStatus } from './fields.ts';
import { changeRequestPolicy, type ChangeRequestAction } from './policy.ts';

/** A change request with the caller's role. */
export interface ChangeRequest extends Omit<ChangeRequestRow, 'status'> {
  readonly status: ChangeRequestStatus;
  /** The caller's effective role on the space; null when the space is deleted. */
  readonly role: Role | null;
}

/** Identifies a change request by id or, where the space is provided, by its number in the space. */
export interface ChangeRequestRef {
  readonly id: string;
  readonly spaceId?: string | null | undefined;
}

/**
 * Gets a change request and authorizes an action on it. Visitors read the one of their preview alone, as long as it is a draft
 * or open.
 */
export async function getChangeRequest(
  ctx: Context,
  ref: ChangeRequestRef,
  action: ChangeRequestAction | 'view' = 'view',
): Promise<ChangeRequest> {
  const { changeRequest, organizationId } = await loadChangeRequest(ctx, ref);
  if (isPreviewed(ctx, changeRequest) && (action === 'view' || action === 'readContent')) {
    await authorizedSpace(ctx, changeRequest.spaceId, 'readContent');
    return changeRequest;
  }
  const facts = { ...changeRequest, id: ref.id, organizationId };
  authorize(changeRequestPolicy, action, ctx.actor, facts);
  if (changing.has(action)) requireOwn(ctx, changeRequest);
  return changeRequest;
}

/** Actions that change what a change request says. */
const changing: ReadonlySet<string> = new Set([
  'edit',
  'editContent',
  'merge',
  'update',
] satisfies ChangeRequestAction[]);

/** Throws invalid_state for a change request that shows a pull request, unless the sync of its space asks. */
function requireOwn({ actor }: Context, { pullRequestUrl, spaceId }: ChangeRequest): void {
  if (pullRequestUrl === null || actor.gitSync?.spaceId === spaceId) return;
  throw failure(
    'invalid_state',
    `The change request shows a pull request, and is edited, merged and closed there alone: ${pullRequestUrl}`,
  );
}

const isPreviewed = ({ actor: { visitor } }: Context, { id, status }: ChangeRequest): boolean =>
  visitor?.admission.changeRequestId === id && !isClosed(status);

/**
 * Gets a change request as the parent of something else, such as a comment. It requires no scope, because its children
 * have scopes of their own. Throws not_found when the caller may not see it.
 */
export async function enterChangeRequest(ctx: Context, ref: ChangeRequestRef): Promise<ChangeRequest> {
  const { changeRequest, organizationId } = await loadChangeRequest(ctx, ref);
  if (!changeRequestPolicy.rules.view.allows(ctx.actor, changeRequest)) {
    requireSsoSignIn(ctx.actor, organizationId);
    throw notFound('change request', ref.id);
  }
  return changeRequest;
}

/** Finds a change request by id; null when it is absent or the caller may not see it. */
export async function findChangeRequest(ctx: Context, id: string): Promise<ChangeRequest | null> {
  const row = await ctx.loaders.changeRequest.load(id);
  return row && visibleOrNull(ctx, row);
}

/** Finds the change request whose merge created a revision; null when there is none, or the caller may not see it. */
export async function findMergedFrom(ctx: Context, revision: MergeRevision): Promise<ChangeRequest | null> {
  if (revision.type !== 'merge' || revision.line !== revision.spaceId) return null;
  const row = await ctx.loaders.mergedChangeRequest.load(revision.id);
  return row && visibleOrNull(ctx, row);
}

async function visibleOrNull(ctx: Context, row: ChangeRequestRow): Promise<ChangeRequest | null> {
  const space = await ctx.loaders.space.load(row.spaceId);
  if (space?.deletedAt !== null) return null;
  const changeRequest = withRole(row, withAccess(space).role);
  return allowed(changeRequestPolicy, 'view', ctx.actor, changeRequest) ? changeRequest : null;
}

interface MergeRevision {
  readonly id: string;
  readonly type: string;
  readonly line: string;
  readonly spaceId: string;
}

interface InOrganization {
  readonly changeRequest: ChangeRequest;
  readonly organizationId: string;
}

/** Gets a change request without authorizing anything. Throws not_found. */
async function loadChangeRequest(ctx: Context, ref: ChangeRequestRef): Promise<InOrganization> {
  const row = await findRow(ctx, ref);
  const space = row && (await ctx.loaders.space.load(row.spaceId));
  if (!row || !space) throw notFound('change request', ref.id);
  const role = space.deletedAt === null ? withAccess(space).role : null;
  return { changeRequest: withRole(row, role), organizationId: space.organizationId };
}

/** Adds the caller's role to a loaded row. */
export const withRole = (row: ChangeRequestRow, role: Role | null): ChangeRequest => ({
  ...row,
  status: row.status as ChangeRequestStatus,
  role,
});

async function findRow(ctx: Context, { id, spaceId = null }: ChangeRequestRef): Promise<ChangeRequestRow | null> {
  if (spaceId !== null && numberPattern.test(id)) {
    const number = Number(id);
    return number > maxNumber ? null : ctx.loaders.numberedChangeRequest.load(numberKey({ spaceId, number }));
  }
  const row = await ctx.loaders.changeRequest.load(id);
  return row && (spaceId === null || row.spaceId === spaceId) ? row : null;
}

/** Ids never consist of digits only, so a number cannot be mistaken for one. */
const numberPattern = /^[1-9]\d*$/;

/** True when the main content has changed since the change request was created or updated. False once it is merged. */
export const isOutdated = (changeRequest: ChangeRequest): boolean =>
  changeRequest.status !== 'merged' &&
  changeRequest.mainRevisionId !== (changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId);
