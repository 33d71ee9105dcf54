import { Histogram, type Registry } from 'prom-client';
import { StorageMissing } from '../storage/storage-errors.ts';
import type { Storage } from '../storage/storage.ts';

const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];

/** Wraps a storage and measures each operation. A stream is measured until its first byte. */
export function measureStorage(storage: Storage, registry: Registry): Storage {
  const durations = new Histogram({
    name: 'octavo_storage_operation_duration_seconds',
    help: 'Duration of operations of the file storage, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers: [registry],
  });
  const measured = async <T>(operation: string, run: () => Promise<T>): Promise<T> => {
    const end = durations.startTimer({ operation });
    try {
      const result = await run();
      end({ outcome: 'ok' });
      return result;
    } catch (error) {
      end({ outcome: error instanceof StorageMissing ? 'missing' : 'error' });
      throw error;
    }
  };
  return {
    put: (key, body, meta) => measured('put', () => storage.put(key, body, meta)),
    putFile: (key, file, meta) => measured('putFile', () => storage.putFile(key, file, meta)),
    get: (key) => measured('get', () => storage.get(key)),
    stream: (key, range) => measured('stream', () => storage.stream(key, range)),
    exists: (key) => measured('exists', () => storage.exists(key)),
    delete: (key) => measured('delete', () => storage.delete(key)),
    healthy: () => measured('healthy', () => storage.healthy()),
  };
}
