import type { Readable } from 'node:stream';

/**
 * Stores files by their content.
 *
 * Keys come from `contentKey`; a malformed key throws `Error`. A store that is unavailable throws storage_unavailable.
 */
export interface Storage {
  /** Stores a file durably. Storing it twice has the same effect as once. */
  put(key: string, body: Buffer, meta: { readonly contentType: string }): Promise<void>;
  /** Stores a file of this machine durably, without reading it into memory. The key must be the one of its content. */
  putFile(key: string, file: StoredFile, meta: { readonly contentType: string }): Promise<void>;
  /** Throws StorageMissing. */
  get(key: string): Promise<Buffer>;
  /** Throws StorageMissing before the first byte. The caller must read the stream to its end or destroy it. */
  stream(key: string): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** Deleting a missing file is not an error. */
  delete(key: string): Promise<void>;
  /** Throws storage_unavailable unless files can be stored now. */
  healthy(): Promise<void>;
}

/** A file on the disk of this machine. */
export interface StoredFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The configured store. */
export type StorageConfig =
  | { readonly kind: 'local'; readonly directory: string }
  | ({ readonly kind: 's3' } & S3Config);

/** An S3-compatible bucket. */
export interface S3Config {
  /** `https://host` for path-style, `https://bucket.host` for virtual-hosted-style addresses. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
