import { afterAll } from 'vitest';
import { processorSeconds } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of a test file, with the processes that it has started and that have ended, in seconds. */
    seconds?: number;
  }
}

// With the imports of the file, which follow.
const before = processorSeconds();
// oxlint-disable-next-line no-empty-pattern -- Vitest accepts nothing else.
afterAll(({}, file) => {
  file.meta.seconds = processorSeconds() - before;
});
