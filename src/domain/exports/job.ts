import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import { writeZip } from '../../infra/write-zip.ts';
import { failure } from '../../lib/errors.ts';
import { storeFile } from '../content/store-bytes.ts';
import type { Context } from '../context.ts';
import type { JobKind, JobRun } from '../jobs/kind.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { transact } from '../transact.ts';
import { Archive } from './archive.ts';
import { maxExportBytes } from './fields.ts';
import { readSpaceContent } from './read-space.ts';
import { addDiscussions } from './write-people.ts';
import { addSpaceContent } from './write-space.ts';

const Payload = z.object({ spaceId: z.string() });

export const ExportResult = z.object({ export: z.string(), name: z.string(), size: z.int() });
export type ExportResult = z.infer<typeof ExportResult>;

export const spaceExport: JobKind<z.infer<typeof Payload>, ExportResult> = {
  name: 'space-export',
  payload: Payload,
  result: ExportResult,
};

/** Writes and stores the archive of a space. Throws not_found, insufficient_scope, payload_too_large, storage_unavailable. */
export async function makeSpaceExport(
  ctx: Context,
  { spaceId }: z.infer<typeof Payload>,
  run: JobRun<ExportResult>,
): Promise<ExportResult> {
  const space = await authorizedSpace(ctx, spaceId, 'readContent');
  run.progress({ phase: 'reading' });
  const content = await readSpaceContent(ctx, space);
  const owner = { organizationId: space.organizationId, spaceId, name: `${space.title}.zip` };
  return makeArchive(ctx, owner, run, async (archive) => {
    await addSpaceContent(ctx, archive, content, run);
    addDiscussions(ctx, archive, space);
  });
}

/** What an archive is of, and its file name. */
interface ExportOwner {
  readonly organizationId: string;
  readonly spaceId: string | null;
  readonly name: string;
}

/** Writes the entries that `fill` adds to a file of this machine, stores it, and completes the job. */
async function makeArchive(
  ctx: Context,
  owner: ExportOwner,
  run: JobRun<ExportResult>,
  fill: (archive: Archive) => Promise<void>,
): Promise<ExportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-export-'));
  try {
    const zip = new ZipFile();
    await fill(new Archive(zip, folder));
    const path = join(folder, 'export.zip');
    const { signal } = run;
    const { sizeBytes, hash } = await writeZip(zip, path, { maxBytes: maxExportBytes, tooLarge, signal });
    await storeFile(ctx, { path, sizeBytes, hash, contentType: 'application/zip' });
    return await transact(ctx, async (inner) => {
      const { id, name } = await inner.db.export.create({
        data: { id: inner.newId('exp'), ...owner, blobHash: hash, createdAt: inner.now() },
      });
      const result = { export: id, name, size: sizeBytes };
      await run.complete(inner, result);
      return result;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const tooLarge = () =>
  failure(
    'payload_too_large',
    `The archive would be larger than ${maxExportBytes} bytes. Export its spaces one by one`,
  );
