import { type DomainError, failure } from '../../lib/errors.ts';

/** No file is kept under this key. */
export class StorageMissing extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`No stored file "${key}"`);
    this.name = 'StorageMissing';
    this.key = key;
  }
}

/** The store cannot do its work now; `cause` says why, callers are not told. */
export const storageUnavailable = (cause: unknown): DomainError =>
  failure('storage_unavailable', 'The file storage is not available', { cause });
