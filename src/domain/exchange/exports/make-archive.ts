import { join } from 'node:path';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import { withTemporaryFolder } from '../../../infra/temporary-folder.ts';
import { writeZip } from '../../../infra/write-zip.ts';
import { failure } from '../../../lib/errors.ts';
import { storeFile } from '../../authoring/content/store-bytes.ts';
import type { Context } from '../../core/context.ts';
import type { JobRun } from '../../core/jobs/kind.ts';
import { transact } from '../../core/transact.ts';
import { Archive } from './archive.ts';
import { maxExportBytes, type ArchivePart } from './fields.ts';

/** Result of an export job. */
export const ExportResult = z.object({ export: z.string(), name: z.string(), size: z.int() });
export type ExportResult = z.infer<typeof ExportResult>;

/** The exported space or organization, and the file name of its archive. */
export interface ExportOwner {
  readonly organizationId: string;
  /** Null for the archive of an organization. */
  readonly spaceId: string | null;
  readonly name: string;
}

/** Contents of an archive. Only callers who may read all of it may download it. */
export interface ArchiveContents {
  readonly parts: readonly ArchivePart[];
  readonly spaceIds: readonly string[];
}

/**
 * Writes the entries that `fill` adds to a local file, stores it, and completes the job. Throws errors of `fill`,
 * payload_too_large, storage_unavailable.
 */
export async function makeArchive(
  ctx: Context,
  owner: ExportOwner,
  run: JobRun<ExportResult>,
  fill: (archive: Archive) => Promise<ArchiveContents>,
): Promise<ExportResult> {
  return withTemporaryFolder('export', async (folder) => {
    const zip = new ZipFile();
    const path = join(folder, 'export.zip');
    let contents: ArchiveContents = { parts: [], spaceIds: [] };
    const { sizeBytes, hash } = await writeZip(zip, path, {
      maxBytes: maxExportBytes,
      tooLarge: () => tooLarge(owner),
      signal: run.signal,
      fill: async () => {
        contents = await fill(new Archive(zip, folder));
      },
    });
    await storeFile(ctx, { path, sizeBytes, hash, contentType: 'application/zip' });
    return transact(ctx, async (inner) => {
      const { parts, spaceIds } = contents;
      const { id, name } = await inner.db.export.create({
        data: {
          id: inner.newId('exp'),
          ...owner,
          parts: [...parts],
          spaceIds: [...spaceIds],
          blobHash: hash,
          createdAt: inner.now(),
        },
      });
      const result = { export: id, name, size: sizeBytes };
      await run.complete(inner, result);
      return result;
    });
  });
}

const tooLarge = ({ spaceId }: ExportOwner) =>
  failure(
    'payload_too_large',
    `The archive would be larger than ${maxExportBytes} bytes${spaceId === null ? '. Export the spaces one by one' : ''}`,
  );
