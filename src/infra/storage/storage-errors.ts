import { type DomainError, failure } from '../../lib/errors.ts';

/** No file is stored under this key. */
export class StorageMissing extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`No stored file "${key}"`);
    this.name = 'StorageMissing';
    this.key = key;
  }
}

/** The store is unavailable. `cause` has the reason, which is not sent to callers. */
export const storageUnavailable = (cause: unknown): DomainError =>
  failure('storage_unavailable', 'The file storage is not available', { cause });
