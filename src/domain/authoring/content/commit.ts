import { ofSpace, type EventSubject } from '../../core/events/emit.ts';
import type { EventData } from '../../core/events/catalogue.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import { isClosed, type ChangeRequestStatus } from '../change-requests/fields.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import type { ContentChanges } from '../../../text/content/changes.ts';
import { withGeneratedPages } from './computed/write-pages.ts';
import { describeChanges } from './describe-changes.ts';
import {
  lockChangeRequestRow,
  lockSpaceKey,
  lockSpaceRow,
  type LockedHead,
  type LockedSpace,
} from './queries/locks.ts';
import type { Revision } from './revisions.ts';
import { nextRevision, writeRevision, type RevisionOptions, type WrittenRevision } from './write-revision.ts';

/** The owner of content: a space, or one of its change requests. */
export interface ContentOwner {
  readonly spaceId: string;
  readonly changeRequestId?: string | null | undefined;
}

/**
 * Computes the changes of the next revision while the owner is locked. `head` is the active revision; for a change
 * request without changes, the main revision it was created from. Authorizes again, because earlier reads may be stale.
 */
export type PlanChanges = (ctx: Context, head: Revision) => Promise<ContentChanges>;

/**
 * Writes the next revision of a space or change request in one transaction. Commits to the same owner are serialized;
 * commits to a change request and to its space do not wait for each other. The cost depends on the changes, not on the
 * size of the space. Throws not_found for a missing or deleted owner, invalid_state for a closed change request.
 */
export const commitContent = async (...args: Parameters<typeof commitAndDescribe>): Promise<Revision> =>
  (await commitAndDescribe(...args)).revision;

interface Committed {
  readonly revision: Revision;
  /** What its event says. */
  readonly described: EventData<'content.updated'>;
}

/** Writes the next revision as `commitContent`, and returns as well what its event says. */
export async function commitAndDescribe(
  outer: Context,
  owner: ContentOwner,
  plan: PlanChanges,
  options: RevisionOptions = {},
): Promise<Committed> {
  return transact(outer, async (ctx) => {
    const { head, subject, title } = await lockContent(ctx, owner);
    const line = owner.changeRequestId ?? owner.spaceId;
    const next = { ...nextRevision(head, line, options.baseSeq), id: `${line} next` };
    const changes = await withGeneratedPages(ctx, next, await plan(ctx, head));
    const space = { id: owner.spaceId, title };
    const describe = (revision: Revision, before: WrittenRevision['before']) =>
      describeChanges(ctx, { revision, head, space, changes, before });
    if (options.unlessSame && isEmpty(changes)) return { revision: head, described: await describe(head, new Map()) };
    const { revision, before } = await writeRevision(ctx, { head, line, changes, options });
    const data = { revisionId: revision.id, updatedAt: revision.createdAt, version: { increment: 1 } };
    if (isRequest(owner)) await ctx.db.changeRequest.update({ where: { id: owner.changeRequestId }, data });
    else await ctx.db.space.update({ where: { id: owner.spaceId }, data });
    const described = await describe(revision, before);
    ctx.emit(isRequest(owner) ? 'change_request.content_updated' : 'content.updated', subject, described);
    return { revision, described };
  });
}

const isEmpty = ({ put, remove }: ContentChanges) => put.length === 0 && remove.length === 0;

/** Whether content belongs to a change request. */
export const isRequest = (owner: ContentOwner): owner is ContentOwner & { changeRequestId: string } =>
  owner.changeRequestId !== null && owner.changeRequestId !== undefined;

interface LockedContent {
  /** The active revision. */
  readonly head: Revision;
  /** The owner, as the subject of an event. */
  readonly subject: EventSubject;
  /** Title of the space. */
  readonly title: string;
}

/** Locks the owner against other commits until the transaction ends. */
async function lockContent(ctx: Context, owner: ContentOwner): Promise<LockedContent> {
  // A separate statement, because a join would return the revision that was active before the lock was granted.
  const locked = isRequest(owner) ? await lockRequest(ctx, owner) : await lockMain(ctx, owner.spaceId);
  const head = await ctx.loaders.revision.load(locked.revisionId);
  if (head === null) throw new Error(`${JSON.stringify(owner)} lacks its revision ${locked.revisionId}`);
  return { head: head as Revision, subject: locked.subject, title: locked.title };
}

async function lockMain(ctx: Context, id: string) {
  const space = await lockSpaceContent(ctx, id);
  return { ...space, subject: ofSpace({ ...space, id }) };
}

/** Locks a space against other commits and returns its active revision. Throws not_found for a deleted space. */
export async function lockSpaceContent(ctx: Context, spaceId: string): Promise<LockedHead & LockedSpace> {
  const space = await lockSpaceRow(ctx.sql, spaceId);
  if (space === null) throw notFound('space', spaceId);
  return space;
}

/** Locks a change request, and its space only `for key share`, so that commits to the main content can proceed. */
async function lockRequest(ctx: Context, { spaceId, changeRequestId }: ContentOwner & { changeRequestId: string }) {
  const space = await lockSpaceKey(ctx.sql, spaceId);
  if (space === null) throw notFound('space', spaceId);
  const request = await lockChangeRequestRow(ctx.sql, spaceId, changeRequestId);
  if (request === null) throw notFound('change request', changeRequestId);
  requireWritable({ status: request.status as ChangeRequestStatus });
  const { organizationId, title } = space;
  const subject = { organizationId, id: changeRequestId, label: request.subject, spaceId, changeRequestId };
  return { ...request, subject, title };
}

/** Throws invalid_state for a change request that is merged or archived. */
export function requireWritable({ status }: { readonly status: ChangeRequestStatus }): void {
  if (isClosed(status)) throw failure('invalid_state', `The change request is ${status} and cannot be changed`);
}
