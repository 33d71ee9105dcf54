import type { Readable } from 'node:stream';

/**
 * Content-addressed file storage.
 *
 * Keys come from `contentKey`; a malformed key throws `Error`. An unavailable storage throws storage_unavailable.
 */
export interface Storage {
  /** Stores a file durably. Idempotent. */
  put(key: string, body: Buffer, meta: { readonly contentType: string }): Promise<void>;
  /** Stores a local file durably, without reading it into memory. The key must match its content. */
  putFile(key: string, file: StoredFile, meta: { readonly contentType: string }): Promise<void>;
  /** Reads a file. Throws StorageMissing. */
  get(key: string): Promise<Buffer>;
  /**
   * Opens a file, or a part of it that lies within the file. Throws StorageMissing before the first byte. The caller must
   * read the stream to its end or destroy it; an error before that is kept for its reader.
   */
  stream(key: string, range?: ByteRange): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** Deletes a file. Does nothing when it is missing. */
  delete(key: string): Promise<void>;
  /** Throws storage_unavailable unless files can be stored. */
  healthy(): Promise<void>;
}

/** A part of a file: the offsets of its first and last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file on the local disk. */
export interface StoredFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Configuration of the storage. */
export type StorageConfig =
  | { readonly kind: 'local'; readonly directory: string }
  | ({ readonly kind: 's3' } & S3Config);

/** An S3-compatible bucket. */
export interface S3Config {
  /** `https://host` for path-style URLs, `https://bucket.host` for virtual-hosted-style URLs. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
