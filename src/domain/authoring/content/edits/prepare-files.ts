import { withUrlPath, failure, invalid } from '../../../../lib/errors.ts';
import pMap from 'p-map';
import { loadUpload } from '../uploads.ts';
import { storeBytes } from '../store-bytes.ts';
import type { Context } from '../../../core/context.ts';
import { findContentType, genericMediaTypes } from '../../../../lib/media-types.ts';
import { maxFetchedFiles, maxInsertedFiles } from '../../../../text/content/edit-fields.ts';
import type { FileInput } from './operation.ts';
import type { PreparedFile, RequestedOperation } from './prepared.ts';

const parallelFetches = 4;
const fetchTimeoutMs = 30_000;

/** Maximum size of all files of one request, in bytes. */
const maxTotalBytes = 100 * 1_048_576;

/** Fetches or decodes the files of each operation and stores their bytes. */
export async function prepareFiles(
  ctx: Context,
  operations: readonly RequestedOperation[],
): Promise<readonly PreparedFile[][]> {
  const requested = operations.map((operation) => listFiles(operation));
  requireFewFetches(requested.flat());
  let totalBytes = 0;
  const load = async ({ file, path }: ReturnType<typeof listFiles>[number]) => {
    ctx.signal.throwIfAborted();
    const body = await bytesOf(ctx, file, path);
    totalBytes += body.length;
    if (totalBytes > maxTotalBytes)
      throw failure('payload_too_large', `The files of a request must have at most ${maxTotalBytes} bytes in total`);
    return { name: file.name, body };
  };
  const loaded = await pMap(requested.flat(), load, { concurrency: parallelFetches });
  const stored = await storeBytes(ctx, loaded);
  let next = 0;
  return requested.map((files) =>
    files.map(({ file }) => {
      const bytes = stored[next];
      next += 1;
      if (bytes === undefined) throw new Error(`The bytes of ${file.name} were not stored`);
      return {
        id: ctx.newId('file'),
        name: file.name,
        contentType: typeOf(file, bytes.contentType),
        blobHash: bytes.hash,
        ref: file.ref ?? null,
      };
    }),
  );
}

interface RequestedFile {
  readonly file: FileInput;
  readonly path: string;
}

function listFiles({ input: { operation, files }, path }: RequestedOperation): RequestedFile[] {
  if (operation !== 'insert_files' || !files) return [];
  if (files.length === 0 || files.length > maxInsertedFiles)
    throw invalid(`${path}.files`, `files must have 1 to ${maxInsertedFiles} items`, 'size');
  return files.map((file, index) => ({ file, path: `${path}.files.${index}` }));
}

function requireFewFetches(files: readonly RequestedFile[]): void {
  const surplus = files.filter(({ file }) => typeof file.url === 'string')[maxFetchedFiles];
  if (surplus)
    throw invalid(`${surplus.path}.url`, `At most ${maxFetchedFiles} files of a request may have a url`, 'size');
}

async function bytesOf(ctx: Context, { url, base64 }: FileInput, path: string): Promise<Buffer> {
  const maxBodyBytes = ctx.config.FILE_MAX_BYTES;
  const hasUrl = url !== undefined && url !== null;
  const hasBytes = base64 !== undefined && base64 !== null;
  if (hasUrl === hasBytes) throw invalid(path, 'A file must have either url or base64', 'exclusive');
  if (hasUrl)
    return fetched(ctx, url, maxBodyBytes).catch((error: unknown) => {
      throw withUrlPath(error, `${path}.url`);
    });
  const bytes = Buffer.from(base64 ?? '', 'base64');
  if (bytes.length > maxBodyBytes)
    throw failure('payload_too_large', `A file must have at most ${maxBodyBytes} bytes, not ${bytes.length}`);
  return bytes;
}

async function fetched(ctx: Context, url: string, maxBodyBytes: number): Promise<Buffer> {
  const upload = await loadUpload(ctx, url, maxBodyBytes);
  if (upload) return upload;
  const { status, body } = await ctx.fetch(url, { maxBodyBytes, timeoutMs: fetchTimeoutMs, signal: ctx.signal });
  if (status !== 200) throw failure('fetch_failed', `The URL returned status ${status} instead of 200`);
  return body;
}

/** The media type detected from the bytes; for a generic one, that of the file name, then the caller's. */
const typeOf = ({ name, contentType }: FileInput, sniffed: string) =>
  genericMediaTypes.has(sniffed) ? (findContentType(name) ?? contentType ?? sniffed) : sniffed;
