import { readFile } from 'node:fs/promises';
import pMap from 'p-map';
import { genericMediaTypes } from '../../../../lib/media-types.ts';
import type { ImportedFile } from '../../../../text/imports/import-tree.ts';
import { importRefused } from '../../../../text/imports/refusal.ts';
import { storeBytes, type StoredBytes } from '../../../authoring/content/store-bytes.ts';
import type { Context } from '../../../core/context.ts';
import type { KeptFile } from './entries.ts';

/** Stores the bytes of files, or describes them alone. Throws import_refused for a file that is too large. */
export async function storeFiles(
  ctx: Context,
  files: readonly ImportedFile[],
  keep: (ctx: Context, loaded: readonly { name: string; body: Buffer }[]) => Promise<StoredBytes[]> = storeBytes,
): Promise<KeptFile[]> {
  const tooLarge = files.find(({ body }) => body.length > ctx.config.FILE_MAX_BYTES);
  if (tooLarge) throw importRefused(`${tooLarge.name} is larger than ${ctx.config.FILE_MAX_BYTES} bytes`);
  const kept: StoredBytes[] = [];
  for (const some of listBatches(files)) {
    // The files of an archive need not fit into memory together.
    const loaded = await pMap(some, async ({ name, body }) => ({ name, body: await bytesOf(body) }), {
      concurrency: 4,
    });
    kept.push(...(await keep(ctx, loaded)));
  }
  return files.map(({ key, id, name, contentType }, index) => {
    const bytes = kept[index];
    if (bytes === undefined) throw new Error(`The bytes of ${key} were not stored`);
    const type = genericMediaTypes.has(bytes.contentType) ? contentType : bytes.contentType;
    return { key, id, name, contentType: type, blobHash: bytes.hash };
  });
}

/** Maximum total size of the files held in memory, in bytes; a single file may be larger. */
const batchBytes = 16_777_216;

function listBatches(files: readonly ImportedFile[]): ImportedFile[][] {
  const batches: ImportedFile[][] = [];
  let left = 0;
  for (const file of files) {
    if (left < file.body.length || batches.length === 0) {
      batches.push([]);
      left = batchBytes;
    }
    batches.at(-1)?.push(file);
    left -= file.body.length;
  }
  return batches;
}

const bytesOf = async (body: ImportedFile['body']): Promise<Buffer> => ('path' in body ? readFile(body.path) : body);
