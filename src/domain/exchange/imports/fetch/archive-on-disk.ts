import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FetchedResponse } from '../../../../infra/fetch/guarded-fetch.ts';
import { withTemporaryFolder } from '../../../../infra/temporary-folder.ts';
import { failure } from '../../../../lib/errors.ts';
import { saveUpload } from '../../../authoring/content/uploads.ts';
import type { Context } from '../../../core/context.ts';
import type { FileOnDisk } from '../../../../text/imports/import-tree.ts';
import type { JobProgress } from '../../../core/jobs/kind.ts';

/**
 * Downloads an archive to a temporary file and calls a function with it and an empty folder. Removes both afterwards.
 * Throws fetch_….
 */
export async function withArchive<Result>(
  ctx: Context,
  url: string,
  progress: ((progress: JobProgress) => void) | undefined,
  use: (archive: FileOnDisk, folder: string) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder('import', async (folder) => {
    progress?.({ phase: 'Fetching' });
    const path = join(folder, 'archive');
    const maxBytes = ctx.config.IMPORT_MAX_BYTES;
    if (!(await saveUpload(ctx, url, { path, maxBytes })))
      requireOk(await ctx.fetch(url, { maxBodyBytes: maxBytes, saveTo: path, signal: ctx.signal }));
    const { size } = await stat(path);
    return use({ path, length: size }, folder);
  });
}

/** Throws fetch_failed unless the response has the status 200. */
export function requireOk({ status }: FetchedResponse): void {
  if (status !== 200) throw failure('fetch_failed', `The URL responded with status ${status} instead of 200`);
}
