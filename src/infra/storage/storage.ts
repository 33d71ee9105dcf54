import type { Readable } from 'node:stream';
import { createLocalStorage } from './local.ts';

/**
 * Keeps files by their content.
 *
 * Keys come from `contentKey`; a malformed key throws `Error`. A store that cannot do its work
 * throws storage_unavailable.
 */
export interface Storage {
  /** Keeps a file, durably once this returns; doing so twice is the same as once. */
  put(key: string, body: Buffer, meta: { readonly contentType: string }): Promise<void>;
  /** Throws StorageMissing. */
  get(key: string): Promise<Buffer>;
  /** Throws StorageMissing before the first byte; the caller reads the stream to its end or destroys it. */
  stream(key: string): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** Deleting what is absent is no error. */
  delete(key: string): Promise<void>;
  /** Throws storage_unavailable unless files can be kept now. */
  healthy(): Promise<void>;
}

/** Where files are kept. */
export type StorageConfig =
  | { readonly kind: 'local'; readonly directory: string }
  | ({ readonly kind: 's3' } & S3Config);

/** An S3-compatible bucket. */
export interface S3Config {
  /** `https://host` for path-style, `https://bucket.host` for virtual-host-style addresses. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Opens the configured store; nothing is touched until its first use. */
export async function createStorage(config: StorageConfig): Promise<Storage> {
  switch (config.kind) {
    case 'local':
      return createLocalStorage(config.directory);
    case 's3':
      return (await import('./s3.ts')).createS3Storage(config);
  }
}
