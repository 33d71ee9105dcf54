import { DomainError, notFound } from '../../lib/errors.ts';
import type { RevisionRow } from '../../loaders/content.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../context.ts';
import { authorizedSpace, type Space } from '../spaces/spaces.ts';
import type { RevisionType } from './fields.ts';

/** One immutable state of a space's content. */
export interface Revision extends Omit<RevisionRow, 'type'> {
  readonly type: RevisionType;
  /** Computed pages come without a text. Decisions, "computed". */
  readonly skipsComputed?: boolean;
}

/** The active revision of a space. Throws not_found, insufficient_scope. */
export async function getContent(ctx: Context, spaceId: string): Promise<Revision> {
  return contentOf(ctx, await authorizedSpace(ctx, spaceId, 'readContent'));
}

/** The active revision of a space that was read already. Throws not_found for a deleted one, insufficient_scope. */
export async function contentOf(ctx: Context, space: Space): Promise<Revision> {
  await authorizedSpace(ctx, space.id, 'readContent');
  return found(await ctx.loaders.revision.load(space.revisionId), space.revisionId);
}

/** The active revision of a change request: a main one until its first change. Throws not_found, insufficient_scope. */
export async function contentOfChangeRequest(ctx: Context, { id }: ChangeRequest): Promise<Revision> {
  const { revisionId } = await getChangeRequest(ctx, { id }, 'readContent');
  return found(await ctx.loaders.revision.load(revisionId), revisionId);
}

/** A revision by id, for whoever may read the content it is of. Throws not_found, insufficient_scope. */
export async function getRevision(ctx: Context, id: string): Promise<Revision> {
  const revision = found(await ctx.loaders.revision.load(id), id);
  try {
    if (revision.line === revision.spaceId) await authorizedSpace(ctx, revision.spaceId, 'readContent');
    else await getChangeRequest(ctx, { id: revision.line }, 'readContent');
  } catch (error) {
    throw error instanceof DomainError && error.type === 'not_found' ? notFound('revision', id) : error;
  }
  return revision;
}

function found(row: RevisionRow | null, id: string): Revision {
  if (row === null) throw notFound('revision', id);
  return row as Revision;
}
