import { notFound } from '../../lib/errors.ts';
import { numberKey, type ChangeRequestRow } from '../../loaders/change-requests.ts';
import { allowed, authorize } from '../access/policy.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { standing } from '../spaces/spaces.ts';
import { maxNumber, type ChangeRequestStatus } from './fields.ts';
import { changeRequestPolicy, type ChangeRequestAction } from './policy.ts';

/** A change request as the caller stands to it. */
export interface ChangeRequest extends Omit<ChangeRequestRow, 'status'> {
  readonly status: ChangeRequestStatus;
  /** The caller's effective role on the space; null when the space is deleted. */
  readonly role: Role | null;
}

/** A change request by its id or, where the space is told, by its number in there. */
export interface ChangeRequestPlace {
  readonly id: string;
  readonly spaceId?: string | null | undefined;
}

/** The change request, when the caller may do this to it. Throws not_found, forbidden, insufficient_scope. */
export async function getChangeRequest(
  ctx: Context,
  place: ChangeRequestPlace,
  action: ChangeRequestAction | 'view' = 'view',
): Promise<ChangeRequest> {
  const changeRequest = await readChangeRequest(ctx, place);
  authorize(changeRequestPolicy, action, ctx.actor, { ...changeRequest, id: place.id });
  return changeRequest;
}

/**
 * The change request as the way to what is in it: asks for no scope, since each thing in it has its own.
 * Throws not_found when the caller may not see it.
 */
export async function enterChangeRequest(ctx: Context, place: ChangeRequestPlace): Promise<ChangeRequest> {
  const changeRequest = await readChangeRequest(ctx, place);
  if (!changeRequestPolicy.rules.view.allows(ctx.actor, changeRequest)) throw notFound('change request', place.id);
  return changeRequest;
}

/** The change request, or null when it is absent or the caller may not see it. */
export async function findChangeRequest(ctx: Context, id: string): Promise<ChangeRequest | null> {
  const row = await ctx.loaders.changeRequest.load(id);
  return row && visible(ctx, row);
}

/** The change request whose merge made a main revision; null when there is none, or none that the caller may see. */
export async function findMergedFrom(ctx: Context, revision: MergeRevision): Promise<ChangeRequest | null> {
  if (revision.type !== 'merge' || revision.line !== revision.spaceId) return null;
  const row = await ctx.loaders.mergedChangeRequest.load(revision.id);
  return row && visible(ctx, row);
}

async function visible(ctx: Context, row: ChangeRequestRow): Promise<ChangeRequest | null> {
  const space = await ctx.loaders.space.load(row.spaceId);
  if (space?.deletedAt !== null) return null;
  const changeRequest = asSeen(row, standing(space).role);
  return allowed(changeRequestPolicy, 'view', ctx.actor, changeRequest) ? changeRequest : null;
}

interface MergeRevision {
  readonly id: string;
  readonly type: string;
  readonly line: string;
  readonly spaceId: string;
}

/** The change request whatever the caller may do. Throws not_found. */
async function readChangeRequest(ctx: Context, place: ChangeRequestPlace): Promise<ChangeRequest> {
  const row = await findRow(ctx, place);
  const space = row && (await ctx.loaders.space.load(row.spaceId));
  if (!row || !space) throw notFound('change request', place.id);
  return asSeen(row, space.deletedAt === null ? standing(space).role : null);
}

/** A row of the loader as a caller of this role stands to it. */
export const asSeen = (row: ChangeRequestRow, role: Role | null): ChangeRequest => ({
  ...row,
  status: row.status as ChangeRequestStatus,
  role,
});

async function findRow(ctx: Context, { id, spaceId = null }: ChangeRequestPlace): Promise<ChangeRequestRow | null> {
  if (spaceId !== null && isNumber.test(id)) {
    const number = Number(id);
    return number > maxNumber ? null : ctx.loaders.numberedChangeRequest.load(numberKey({ spaceId, number }));
  }
  const row = await ctx.loaders.changeRequest.load(id);
  return row && (spaceId === null || row.spaceId === spaceId) ? row : null;
}

/** Ids are never all digits. */
const isNumber = /^[1-9]\d*$/;

/** True when main content has moved on since it was made or last updated. Decisions 3.2; what is merged has arrived. */
export const isOutdated = (changeRequest: ChangeRequest): boolean =>
  changeRequest.status !== 'merged' &&
  changeRequest.mainRevisionId !== (changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId);
