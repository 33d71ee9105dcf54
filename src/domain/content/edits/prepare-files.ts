import { aboutUrl, failure, invalid } from '../../../lib/errors.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import { keepBytes } from '../blobs.ts';
import type { Context } from '../../context.ts';
import { contentTypeOf, vagueTypes } from '../../imports/content-type.ts';
import { maxFetchedFiles, maxInsertedFiles } from './fields.ts';
import type { GivenFile } from './operation.ts';
import type { PlacedOperation } from './prepare.ts';

/** A file whose bytes are kept. */
export interface PreparedFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly blobHash: string;
  readonly ref: string | null;
}

const atOnce = 4;
const fetchTimeoutMs = 30_000;

/** Bytes that one request adds, all files together. */
const maxTotalBytes = 100 * 1_048_576;

/** Fetches or decodes the files of each operation and keeps their bytes. */
export async function prepareFiles(
  ctx: Context,
  operations: readonly PlacedOperation[],
): Promise<readonly PreparedFile[][]> {
  const given = operations.map((operation) => filesOf(operation));
  assertFewFetches(given.flat());
  let totalBytes = 0;
  const loaded = await inParallel(given.flat(), atOnce, async ({ file, path }) => {
    ctx.signal.throwIfAborted();
    const body = await bytesOf(ctx, file, path);
    totalBytes += body.length;
    if (totalBytes > maxTotalBytes)
      throw failure('payload_too_large', `The files have more than ${maxTotalBytes} bytes together`);
    return { name: file.name, body };
  });
  const kept = await keepBytes(ctx, loaded);
  let next = 0;
  return given.map((files) =>
    files.map(({ file }) => {
      const bytes = kept[next];
      next += 1;
      if (bytes === undefined) throw new Error(`The bytes of ${file.name} were not kept`);
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

interface PlacedFile {
  readonly file: GivenFile;
  readonly path: string;
}

function filesOf({ given: { operation, files }, path }: PlacedOperation): PlacedFile[] {
  if (operation !== 'insert_files' || !files) return [];
  if (files.length === 0 || files.length > maxInsertedFiles)
    throw invalid(`${path}.files`, `There must be 1 to ${maxInsertedFiles} files`, 'size');
  return files.map((file, index) => ({ file, path: `${path}.files.${index}` }));
}

function assertFewFetches(files: readonly PlacedFile[]): void {
  const one = files.filter(({ file }) => typeof file.url === 'string')[maxFetchedFiles];
  if (one)
    throw invalid(`${one.path}.url`, `At most ${maxFetchedFiles} files of a request may come from a url`, 'size');
}

async function bytesOf(ctx: Context, { url, base64 }: GivenFile, path: string): Promise<Buffer> {
  const maxBodyBytes = ctx.config.FILE_MAX_BYTES;
  const hasUrl = url !== undefined && url !== null;
  const hasBytes = base64 !== undefined && base64 !== null;
  if (hasUrl === hasBytes) throw invalid(path, 'A file has either a url or base64', 'exclusive');
  if (hasUrl)
    return fetched(ctx, url, maxBodyBytes).catch((error: unknown) => {
      throw aboutUrl(error, `${path}.url`);
    });
  const bytes = Buffer.from(base64 ?? '', 'base64');
  if (bytes.length > maxBodyBytes)
    throw failure('payload_too_large', `A file has ${maxBodyBytes} bytes at most, not ${bytes.length}`);
  return bytes;
}

async function fetched(ctx: Context, url: string, maxBodyBytes: number): Promise<Buffer> {
  const { status, body } = await ctx.fetch(url, { maxBodyBytes, timeoutMs: fetchTimeoutMs, signal: ctx.signal });
  if (status !== 200) throw failure('fetch_failed', `The URL answers ${status}, not 200`);
  return body;
}

/** What the bytes are; where they do not tell, what the name says, then what the caller says. */
const typeOf = ({ name, contentType }: GivenFile, sniffed: string) =>
  vagueTypes.has(sniffed) ? (contentTypeOf(name) ?? contentType ?? sniffed) : sniffed;
