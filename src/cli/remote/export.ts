import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { failure } from '../../lib/errors.ts';
import { startSpinner } from '../spinner.ts';
import { followJob, StartedJob } from './follow-job.ts';
import { call, download, requireServer } from './server.ts';

export interface ExportOptions {
  readonly url?: string;
  readonly space?: string;
  readonly organization?: string;
  /** Path of the archive; `<id>.zip` when absent. */
  readonly output?: string;
  /** Whether to replace an existing file. */
  readonly force?: boolean;
}

/** Exports a space or an organization through a running server into a file. An incomplete download leaves no file. */
export async function exportTo(options: ExportOptions): Promise<void> {
  const { space, organization, force } = options;
  const id = space ?? organization;
  if (id === undefined || (space !== undefined && organization !== undefined))
    throw failure('validation_failed', 'Name what to export with either --space or --organization');
  const server = requireServer(options);
  const output = options.output ?? `${id}.zip`;
  if (!force) refuseExisting(output);
  const spinner = startSpinner(`Exporting ${id}`);
  const incomplete = `${output}.incomplete`;
  try {
    const path = `/v1/${space === undefined ? 'orgs' : 'spaces'}/${encodeURIComponent(id)}/export`;
    const started = await call(server, path, StartedJob, { json: undefined });
    const { downloadURL } = await followJob(server, started, spinner);
    if (downloadURL === undefined) throw failure('not_found', 'The server no longer has the archive of this export');
    spinner.progress({ phase: 'Downloading' });
    await pipeline(await download(downloadURL), createWriteStream(incomplete));
    if (!force) refuseExisting(output);
    await rename(incomplete, output);
  } finally {
    spinner.stop();
    await rm(incomplete, { force: true });
  }
  console.log(output);
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw failure('already_exists', `${file} exists; --force replaces it`);
}
