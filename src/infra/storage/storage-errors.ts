import { type DomainError, failure } from '../../lib/errors.ts';

/** Thrown when no file is stored under a key. */
export class StorageMissing extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`No stored file "${key}"`);
    this.name = 'StorageMissing';
    this.key = key;
  }
}

/** The storage is unavailable. `cause` has the reason, which is not disclosed to callers. */
export const storageUnavailable = (cause: unknown): DomainError =>
  failure('storage_unavailable', 'The file storage is not available', { cause });
