import { sql } from '../../db/sql.ts';
import { failure, notFound } from '../../lib/errors.ts';
import { isClosed, type ChangeRequestStatus } from '../change-requests/fields.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import type { ContentChanges } from './changes.ts';
import type { Revision } from './revisions.ts';
import { writeRevision, type RevisionOptions } from './write-revision.ts';

/** Where content is written: the main line of a space, or one of its change requests. */
export interface ContentPlace {
  readonly spaceId: string;
  readonly changeRequestId?: string | null | undefined;
}

/**
 * Decides, with the place locked, what the next revision changes. `head` is the state the place is in; for a change
 * request without changes that is the main revision it was made from. Authorizes: what was read before may be stale.
 */
export type PlanChanges = (ctx: Context, head: Revision) => Promise<ContentChanges>;

/**
 * Makes the next revision of a place, all or nothing. Commits to one place follow one another; those to a change
 * request and those to the space do not wait for each other. The cost is that of the changes, whatever the size of
 * the space. Throws not_found for what is absent or deleted, invalid_state for a change request that is closed.
 */
export async function commitContent(
  outer: Context,
  place: ContentPlace,
  plan: PlanChanges,
  options: RevisionOptions = {},
): Promise<Revision> {
  return transact(outer, async (ctx) => {
    const head = await lockContent(ctx, place);
    const changes = await plan(ctx, head);
    const revision = await writeRevision(ctx, { head, line: place.changeRequestId ?? place.spaceId, changes, options });
    const data = { revisionId: revision.id, updatedAt: revision.createdAt, version: { increment: 1 } };
    if (isRequest(place)) await ctx.db.changeRequest.update({ where: { id: place.changeRequestId }, data });
    else await ctx.db.space.update({ where: { id: place.spaceId }, data });
    ctx.loaders.clear();
    return revision;
  });
}

const isRequest = (place: ContentPlace): place is ContentPlace & { changeRequestId: string } =>
  place.changeRequestId !== null && place.changeRequestId !== undefined;

/** The active revision of a place, which stays so until the transaction ends: no other commit to it goes on meanwhile. */
async function lockContent(ctx: Context, place: ContentPlace): Promise<Revision> {
  // Each lock is a statement of its own: one that waits would join the revision that was active before.
  const locked = isRequest(place) ? await lockRequest(ctx, place) : await lockSpace(ctx, place.spaceId);
  ctx.loaders.clear();
  const head = await ctx.loaders.revision.load(locked.revisionId);
  if (head === null) throw new Error(`${JSON.stringify(place)} lacks its revision ${locked.revisionId}`);
  return head as Revision;
}

interface Locked {
  readonly revisionId: string;
}

/** Locks a space against other commits to it; gives its active revision. Throws not_found for a deleted one. */
export async function lockSpace(ctx: Context, spaceId: string): Promise<Locked> {
  const space = await ctx.sql.first<Locked>(
    sql`select "revisionId" from spaces where id = ${spaceId} and "deletedAt" is null for no key update`,
  );
  if (space === null) throw notFound('space', spaceId);
  return space;
}

/** Of the space only the key is held: it is not deleted meanwhile, and takes commits of its own. */
async function lockRequest(ctx: Context, { spaceId, changeRequestId }: ContentPlace & { changeRequestId: string }) {
  const space = await ctx.sql.first(
    sql`select id from spaces where id = ${spaceId} and "deletedAt" is null for key share`,
  );
  if (space === null) throw notFound('space', spaceId);
  const request = await ctx.sql.first<Locked & { readonly status: ChangeRequestStatus }>(
    sql`select "revisionId", status from change_requests
      where id = ${changeRequestId} and "spaceId" = ${spaceId} for no key update`,
  );
  if (request === null) throw notFound('change request', changeRequestId);
  requireWritable(request);
  return request;
}

/** Throws invalid_state for a change request that is merged or archived. */
export function requireWritable({ status }: { readonly status: ChangeRequestStatus }): void {
  if (isClosed(status)) throw failure('invalid_state', `The change request is ${status}: it takes no changes`);
}
