import { renderManual, type Manual } from '../../src/domain/operations/manual/manual.ts';
import type { WorkerPool } from '../../src/infra/workers/pool.ts';

// Once for all tests of this worker.
const rendered = new Map<string, Promise<Manual>>();

/** Renders the manual in this thread. */
export const manualWorkers: WorkerPool = {
  run: async <Result>(_name: string, input: readonly unknown[]) => {
    const [entries, base] = input as Parameters<typeof renderManual>;
    const found = rendered.get(base) ?? renderManual(entries, base);
    rendered.set(base, found);
    return (await found) as Result;
  },
  close: () => {},
};
