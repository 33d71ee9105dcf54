import { paginate } from '../../db/keyset.ts';
import { raw, sql } from '../../db/sql.ts';
import { notFound, referenceNotFound } from '../../lib/errors.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import type { Context } from '../context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { changesTo } from './changes.ts';
import { commitContent } from './commit.ts';
import { diffContent } from './diff/diff-content.ts';
import { editablePlace } from './edits/authorize.ts';
import { requireRevision } from './edits/expected-revision.ts';
import { getRevision, type Revision } from './revisions.ts';

/** The revisions of the main content of a space, newest first. */
export async function listRevisions(ctx: Context, spaceId: string, page: PageRequest): Promise<Page<Revision>> {
  await authorizedSpace(ctx, spaceId, 'readContent');
  return paginate<Revision>(
    ctx,
    {
      name: 'revisions',
      filters: [spaceId],
      select: raw('r.*'),
      from: raw('from revisions r'),
      where: [sql`r.line = ${spaceId}`],
      sort: { by: 'r.seq', type: 'int', id: 'r.id', columns: ['seq', 'id'] },
      direction: 'desc',
    },
    page,
  );
}

/** A revision of this space, or of one of its change requests that the caller may read. Throws not_found. */
export async function getRevisionOf(ctx: Context, spaceId: string, id: string): Promise<Revision> {
  const revision = await getRevision(ctx, id);
  if (revision.spaceId !== spaceId) throw notFound('revision', id);
  return revision;
}

interface Rollback {
  readonly spaceId: string;
  /** The main revision whose state comes back. */
  readonly revisionId: string;
  readonly expectedRevision?: string | null | undefined;
}

/**
 * Brings an earlier state of a space back, as a new revision; the revisions between stay. It writes as many rows as the
 * states differ in. Throws not_found, forbidden, space_locked, reference_not_found, precondition_failed.
 */
export async function rollbackSpace(outer: Context, { spaceId, revisionId, expectedRevision }: Rollback) {
  await editablePlace(outer, { spaceId });
  return commitContent(
    outer,
    { spaceId },
    async (ctx, head) => {
      await editablePlace(ctx, { spaceId });
      await requireRevision(ctx, head, expectedRevision);
      const then = await ctx.loaders.revision.load(revisionId);
      if (then?.line !== spaceId) throw referenceNotFound('revisionId', 'revision', revisionId);
      const { changes } = await diffContent(ctx, then, head);
      return changesTo(changes.map(({ id, before }) => [id, before]));
    },
    { type: 'rollback' },
  );
}
