import { paginate } from '../../../db/keyset.ts';
import { notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { changesTo } from '../../../text/content/changes.ts';
import { commitContent } from './commit.ts';
import { diffContent } from './diff/diff-content.ts';
import { authorizeEdit } from './edits/authorize.ts';
import { requireRevision } from './edits/expected-revision.ts';
import { revisionsList } from './queries/history.ts';
import type { Revision } from './revisions.ts';
import { getRevisionState } from './state-ids.ts';

/** Lists the revisions of the main content of a space, newest first. */
export async function listRevisions(ctx: Context, spaceId: string, page: PageRequest): Promise<Page<Revision>> {
  await authorizedSpace(ctx, spaceId, 'readContent');
  return paginate<Revision>(ctx, revisionsList(spaceId), page);
}

/** Gets a revision of a space, or of one of its change requests that the caller may read. Throws not_found. */
export async function getRevisionOf(ctx: Context, spaceId: string, id: string): Promise<Revision> {
  const revision = await getRevisionState(ctx, id);
  if (revision.spaceId !== spaceId) throw notFound('revision', id);
  return revision;
}

interface Rollback {
  readonly spaceId: string;
  /** The main revision to restore. */
  readonly revisionId: string;
  readonly expectedRevision?: string | null | undefined;
}

/**
 * Restores the content of an earlier main revision as a new revision and keeps the ones between. Writes one row per
 * entry that differs; when none does, the active revision stays. Throws not_found, forbidden, space_locked,
 * reference_not_found, precondition_failed.
 */
export async function rollbackSpace(outer: Context, { spaceId, revisionId, expectedRevision }: Rollback) {
  await authorizeEdit(outer, { spaceId });
  const revision = await commitContent(
    outer,
    { spaceId },
    async (ctx, head) => {
      await authorizeEdit(ctx, { spaceId });
      await requireRevision(ctx, head, expectedRevision);
      const earlier = await ctx.loaders.revision.load(revisionId);
      if (earlier?.line !== spaceId) throw referenceNotFound('revisionId', 'revision', revisionId);
      const { changes } = await diffContent(ctx, earlier, head);
      return changesTo(changes.map(({ id, before }) => [id, before]));
    },
    { type: 'rollback', unlessSame: true },
  );
  return { ...revision, activeOf: spaceId };
}
