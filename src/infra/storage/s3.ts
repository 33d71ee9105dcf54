import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import { held } from '../../lib/held-stream.ts';
import { assertContent, digestOfKey } from './content-key.ts';
import { StorageMissing, storageUnavailable } from './storage-errors.ts';
import type { ByteRange, S3Config, Storage, StoredFile } from './storage.ts';

interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Null addresses the bucket itself. */
  readonly key: string | null;
  readonly body?: Buffer;
  /** A body that each attempt reads from disk. */
  readonly file?: StoredFile;
  readonly contentType?: string;
  readonly range?: ByteRange;
}

type Response = Dispatcher.ResponseData;
interface Send {
  (call: S3Call): Promise<Response>;
  /** URL of the bucket. */
  readonly bucket: string;
}

/** SHA-256 of an empty payload, for requests without body. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const maxAttempts = 3;
const firstPauseMs = 100;

/**
 * Creates a storage in an S3 bucket.
 *
 * Requests go to an endpoint configured by the operator, so they bypass the guarded fetch. `dispatcher` replaces the
 * connections.
 */
export function createS3Storage(
  config: S3Config,
  dispatcher: Dispatcher = new Agent({
    connect: { timeout: 5000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  }),
): Storage {
  const send = createSend(config, dispatcher);
  return {
    async put(key, body, { contentType }) {
      assertContent(key, body);
      await call(send, { method: 'PUT', key, body, contentType }, discard);
    },
    async putFile(key, file, { contentType }) {
      digestOfKey(key);
      await call(send, { method: 'PUT', key, file, contentType }, discard);
    },
    async get(key) {
      digestOfKey(key);
      return call(send, { method: 'GET', key }, async (response) => {
        assertFound(response, key);
        return Buffer.from(await response.body.arrayBuffer());
      });
    },
    async stream(key, range) {
      digestOfKey(key);
      return call(send, { method: 'GET', key, ...(range && { range }) }, async (response) => {
        assertFound(response, key);
        // A server may ignore the range and send everything.
        return held(range && response.statusCode !== 206 ? sliceOf(response.body, range) : response.body);
      });
    },
    async exists(key) {
      digestOfKey(key);
      return call(send, { method: 'HEAD', key }, async (response) => {
        await response.body.dump();
        return response.statusCode !== 404;
      });
    },
    async delete(key) {
      digestOfKey(key);
      await call(send, { method: 'DELETE', key }, (response) => response.body.dump());
    },
    async healthy() {
      await call(send, { method: 'HEAD', key: null }, discard);
    },
  };
}

/**
 * The URL of a key or of the bucket. If the host of the endpoint starts with the bucket, the URL is
 * virtual-hosted-style.
 */
export function objectUrl(config: S3Config, key: string | null): string {
  const endpoint = new URL(config.endpoint);
  const isVirtualHost = endpoint.hostname.startsWith(`${config.bucket.toLowerCase()}.`);
  const base = endpoint.pathname.replace(/\/+$/, '');
  const bucket = isVirtualHost ? '' : `/${config.bucket}`;
  return `${endpoint.origin}${base}${bucket}${key === null ? '/' : `/${key}`}`;
}

function createSend(config: S3Config, dispatcher: Dispatcher): Send {
  const send = async ({ method, key, body, file, contentType, range }: S3Call) => {
    const { region, accessKeyId, secretAccessKey } = config;
    const payloadDigest = (body ?? file) === undefined || key === null ? emptyDigest : digestOfKey(key);
    const { url, headers } = await new AwsV4Signer({
      method,
      url: objectUrl(config, key),
      headers: {
        'x-amz-content-sha256': payloadDigest,
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(range && { range: `bytes=${range.start}-${range.end}` }),
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    }).sign();
    return request(url, {
      method,
      headers: { ...Object.fromEntries(headers), ...(file && { 'content-length': String(file.sizeBytes) }) },
      body: file ? createReadStream(file.path) : (body ?? null),
      dispatcher,
    });
  };
  return Object.assign(send, { bucket: objectUrl(config, null) });
}

/** Sends a request and reads the response, with up to three attempts. All calls are idempotent. */
async function call<T>(send: Send, s3Call: S3Call, read: (response: Response) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Attempts are sequential.
      return await sendOnce(send, s3Call, read);
    } catch (error) {
      if (error instanceof StorageMissing) {
        throw error;
      }
      if (attempt === maxAttempts || (error instanceof S3Refusal && !error.isTemporary)) {
        throw storageUnavailable(error);
      }
      const pauseMs = firstPauseMs * 2 ** (attempt - 1);
      await wait(pauseMs / 2 + (Math.random() * pauseMs) / 2);
    }
  }
}

async function sendOnce<T>(send: Send, s3Call: S3Call, read: (response: Response) => Promise<T>): Promise<T> {
  const response = await send(s3Call);
  const { statusCode } = response;
  const isAbsentKey = statusCode === 404 && s3Call.key !== null && s3Call.method !== 'PUT';
  if ((statusCode < 200 || statusCode > 299) && !isAbsentKey) {
    await response.body.dump();
    throw new S3Refusal(send.bucket, s3Call.method, statusCode);
  }
  return read(response);
}

/** Thrown for a response that is neither success nor "no such key". */
class S3Refusal extends Error {
  readonly isTemporary: boolean;

  constructor(bucket: string, method: string, status: number) {
    super(`The bucket ${bucket} responded to ${method} with status ${status}`);
    this.name = 'S3Refusal';
    this.isTemporary = status >= 500 || status === 429;
  }
}

function assertFound(response: Response, key: string): void {
  if (response.statusCode === 404) {
    held(response.body).destroy();
    throw new StorageMissing(key);
  }
}

/** Streams a part of a body, and destroys the body after it. */
function sliceOf(body: Readable, { start, end }: ByteRange): Readable {
  async function* parts() {
    let offset = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const part = chunk.subarray(Math.max(0, start - offset), Math.max(0, end + 1 - offset));
      if (part.length > 0) yield part;
      offset += chunk.length;
      if (offset > end) return;
    }
  }
  return Readable.from(parts(), { objectMode: false });
}

const discard = (response: Response): Promise<void> => response.body.dump();
