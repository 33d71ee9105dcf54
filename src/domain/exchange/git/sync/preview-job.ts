import * as z from 'zod';
import { authorizedSpace } from '../../../authoring/spaces/spaces.ts';
import type { Context } from '../../../core/context.ts';
import { runJob } from '../../../core/jobs/enqueue.ts';
import { jobHandler, type JobKind } from '../../../core/jobs/kind.ts';
import { loadConnection } from '../connections.ts';
import { openPlace } from '../read-folder.ts';
import { asConnection } from './actor.ts';
import { previewSync, type PreviewChange } from './preview.ts';
import { findConnection } from './queries.ts';
import { openSync } from './sync.ts';
import { notFound } from '../../../../lib/errors.ts';

const Payload = z.object({ connectionId: z.string() });

const Change = z.object({
  change: z.enum(['added', 'updated', 'removed']),
  title: z.string().nullable(),
  path: z.string().nullable(),
});

const Changes = z.object({ total: z.int(), changes: z.array(Change) });

const Result = z.object({ toSpace: Changes, toRepository: Changes, waits: z.boolean() });

/** What a sync would change on both sides. */
export type GitPreview = z.infer<typeof Result>;

export const gitPreview: JobKind<z.infer<typeof Payload>, GitPreview> = {
  name: 'git-preview',
  payload: Payload,
  result: Result,
  bySystem: true,
};

/** Number of changes that a preview lists of each side. */
const maxListed = 1_000;

const listed = (changes: readonly PreviewChange[]) => ({
  total: changes.length,
  changes: changes.slice(0, maxListed),
});

export const gitPreviewHandler = jobHandler(gitPreview, async (outer, { connectionId }, run) => {
  const connection = await findConnection(outer.sql, connectionId);
  if (connection === null) throw notFound('Git connection', connectionId);
  const opened = openSync(asConnection(outer, connection), connection);
  const progress = (phase: string) => run.progress({ phase });
  const preview = await openPlace(opened.ctx, opened.place, (repository, folder) =>
    previewSync({ ...opened, repository, folder, progress }),
  );
  return { ...preview, toSpace: listed(preview.toSpace), toRepository: listed(preview.toRepository) };
});

/**
 * Finds what the next sync of a space would change on both sides, in a background job, and waits for it. Nothing is written. Throws not_found for
 * a space without a connection, fetch_…, git_…, timeout.
 */
export async function previewGit(ctx: Context, spaceId: string): Promise<GitPreview> {
  const { organizationId } = await authorizedSpace(ctx, spaceId, 'triggerGitSync');
  const { id } = await loadConnection(ctx, spaceId);
  const about = { organizationId, spaceId, exclusive: `git ${spaceId}` };
  return runJob(ctx, gitPreview, { connectionId: id }, about);
}
