import { dayMs } from '../../../lib/instant.ts';
import { mainStateOf, type HiddenContent, type RevisionRow } from '../../../db/content/states.ts';
import { namedWhenNotFound, notFound } from '../../../lib/errors.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSpace, type Space } from '../spaces/spaces.ts';
import { revisionForCaller } from './audience.ts';
import type { RevisionType } from '../../../text/content/fields.ts';
import { findReplacedAt } from './queries/history.ts';

/** One immutable state of a space's content. */
export interface Revision extends Omit<RevisionRow, 'type'> {
  readonly type: RevisionType;
  /** Id of the space or change request as whose active revision it was read; absent when it was read by its own id. */
  readonly activeOf?: string;
  /** The parts hidden from the visitor; absent when nothing is hidden, and for users. */
  readonly hidden?: HiddenContent;
  /** Whether to omit the texts of computed pages. */
  readonly skipsComputed?: boolean;
  /** Whether to omit what is known of a Git repository. */
  readonly skipsMetadata?: boolean;
}

/** Gets the active revision of a space. Throws not_found, insufficient_scope. */
export async function getContent(ctx: Context, spaceId: string): Promise<Revision> {
  return pickContent(ctx, await authorizedSpace(ctx, spaceId, 'readContent'));
}

/** Gets the active revision of a loaded space. Throws not_found for a deleted space, insufficient_scope. */
export async function pickContent(ctx: Context, space: Space): Promise<Revision> {
  await authorizedSpace(ctx, space.id, 'readContent');
  const revision = found(await ctx.loaders.revision.load(space.revisionId), space.revisionId);
  return revisionForCaller(ctx, { ...revision, activeOf: space.id });
}

/**
 * Gets the active revision of a change request; a main revision until its first change. Throws not_found,
 * insufficient_scope.
 */
export async function contentOfChangeRequest(ctx: Context, { id }: Pick<ChangeRequest, 'id'>): Promise<Revision> {
  const { revisionId } = await getChangeRequest(ctx, { id }, 'readContent');
  const revision = found(await ctx.loaders.revision.load(revisionId), revisionId);
  return revisionForCaller(ctx, { ...revision, activeOf: id });
}

/** The main content on which the content of a change request is based, as the caller sees it; null for main content. */
export async function baseOfContent(ctx: Context, own: Revision): Promise<Revision | null> {
  if (own.baseSeq === null) return null;
  const { hidden: _hidden, activeOf: _activeOf, ...row } = own;
  return revisionForCaller(ctx, { ...row, ...mainStateOf(row) });
}

/** Gets a revision by id. Requires read access to its space or change request. Throws not_found, insufficient_scope. */
export async function getRevision(ctx: Context, id: string): Promise<Revision> {
  const revision = found(await ctx.loaders.revision.load(id), id);
  try {
    if (revision.line === revision.spaceId) await requireRevision(ctx, revision);
    else await requireOwnRevision(ctx, revision);
  } catch (error) {
    throw namedWhenNotFound(error, notFound('revision', id));
  }
  return revisionForCaller(ctx, revision);
}

/** Throws unless the caller may read a revision of a change request. A visitor may read the active one. */
async function requireOwnRevision(ctx: Context, { id, line }: Revision): Promise<void> {
  const { revisionId } = await getChangeRequest(ctx, { id: line }, 'readContent');
  if (ctx.actor.visitor !== undefined && revisionId !== id) throw notFound('revision', id);
}

/**
 * Throws unless the caller may read a main revision. Users may read the whole history, and so may visitors of a preview. Other
 * visitors may read the published revision, and its predecessor for a day after it was replaced, because renderers cache
 * revision ids for that long.
 */
async function requireRevision(ctx: Context, { id, seq, spaceId }: Revision): Promise<void> {
  const space = await authorizedSpace(ctx, spaceId, 'readContent');
  const { visitor } = ctx.actor;
  if (visitor === undefined || visitor.admission.preview === true || space.revisionId === id) return;
  const replacedAt = await findReplacedAt(ctx.sql, spaceId, seq);
  if (replacedAt === null || ctx.now().getTime() - Date.parse(replacedAt) > replacedForMs)
    throw notFound('revision', id);
}

const replacedForMs = dayMs;

function found(row: RevisionRow | null, id: string): Revision {
  if (row === null) throw notFound('revision', id);
  return row as Revision;
}
