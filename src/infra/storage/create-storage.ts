import { createLocalStorage } from './local.ts';
import type { Storage, StorageConfig } from './storage.ts';

/** Creates the configured storage. It accesses nothing before its first use. */
export async function createStorage(config: StorageConfig): Promise<Storage> {
  switch (config.kind) {
    case 'local':
      return createLocalStorage(config.directory);
    case 's3':
      return (await import('./s3.ts')).createS3Storage(config);
  }
}
