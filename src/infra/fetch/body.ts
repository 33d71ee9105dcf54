import { createWriteStream } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { fetchFailed, fetchTooLarge } from './fetch-errors.ts';

type Chunks = AsyncIterable<Buffer>;

/** Maximum number of content codings applied to one response. */
const maxCodings = 2;

/** Value of `Accept-Encoding`: exactly the codings that `decodedBody` supports. */
export const acceptedCodings = 'gzip, deflate, br';

/** Reads and decodes a response body into memory. See `decodedBody`. */
export const readBody = (source: Readable, contentEncoding: string, maxBytes: number): Promise<Buffer> =>
  concat(decodedBody(source, contentEncoding, maxBytes));

/**
 * Reads and decodes the first bytes of a response body, and drops the rest. What cannot be decoded is dropped as well: who
 * reads only the beginning asks for the status.
 */
export async function readBegin(source: Readable, contentEncoding: string, bytes: number): Promise<Buffer> {
  const begin = Buffer.alloc(bytes);
  let sizeBytes = 0;
  try {
    for await (const chunk of decodedBody(source, contentEncoding, Infinity)) {
      sizeBytes += chunk.copy(begin, sizeBytes);
      if (sizeBytes === bytes) break;
    }
  } catch {
    // The caller has the status and what came before.
  }
  return begin.subarray(0, sizeBytes);
}

/** Writes a decoded response body to a file. */
export const saveBody = async (body: AsyncIterable<Buffer>, path: string): Promise<void> =>
  pipeline(body, createWriteStream(path, { mode: 0o600 }));

/**
 * Decodes the content codings of a response body as a stream.
 *
 * Throws fetch_too_large as soon as any stage yields more than `maxBytes`, so that a decompression bomb is never
 * expanded.
 */
export function decodedBody(source: Readable, contentEncoding: string, maxBytes: number): AsyncIterable<Buffer> {
  const codings = listCodings(contentEncoding);
  let chunks: Chunks = capped(source, maxBytes);
  for (const coding of codings.toReversed()) {
    chunks = capped(decode(coding, chunks), maxBytes);
  }
  return chunks;
}

function listCodings(contentEncoding: string): string[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings) {
    throw fetchFailed(`The response has ${codings.length} content codings`);
  }
  return codings;
}

async function* capped(chunks: Chunks, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      throw fetchTooLarge(`The response is larger than ${maxBytes} bytes`);
    }
    yield chunk;
  }
}

function decode(coding: string, chunks: Chunks): Chunks {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return through(chunks, createGunzip());
    case 'br':
      return through(chunks, createBrotliDecompress());
    case 'deflate':
      return inflate(chunks);
    default:
      throw fetchFailed(`The response has the unknown content coding "${coding.slice(0, 40)}"`);
  }
}

async function* through(chunks: Chunks, decoder: Duplex): AsyncGenerator<Buffer> {
  // An error of the source destroys the decoder with the same error, which the loop below throws.
  pipeline(chunks, decoder).catch(() => undefined);
  yield* decoder;
}

/**
 * Decodes "deflate", which means zlib (RFC 9110), but which some servers send as raw deflate. The first byte
 * distinguishes them (RFC 1950).
 */
async function* inflate(chunks: Chunks): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) {
    return;
  }
  const isZlib = ((first.value[0] ?? 0) & 0x0f) === 8;
  async function* all(): AsyncGenerator<Buffer> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  yield* through(all(), isZlib ? createInflate() : createInflateRaw());
}

/**
 * Concatenates chunks into one growing buffer. A million one-byte chunks as objects would use far more memory than
 * their content.
 */
async function concat(chunks: Chunks): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(16 * 1024);
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    const neededBytes = sizeBytes + chunk.length;
    if (neededBytes > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(neededBytes, buffer.length * 2));
      buffer.copy(larger, 0, 0, sizeBytes);
      buffer = larger;
    }
    chunk.copy(buffer, sizeBytes);
    sizeBytes = neededBytes;
  }
  return Buffer.from(buffer.subarray(0, sizeBytes));
}
