import { compileManual, type Manual } from '../../src/domain/operations/manual/manual.ts';
import type { WorkerPool } from '../../src/infra/workers/pool.ts';
import { compileText } from '../../src/text/html/compile-text.ts';
import { compilePart } from '../../src/text/html/openapi/compile-part.ts';

// Once for all tests of this worker.
let compiled: Promise<Manual> | undefined;

/** The tasks of pages. */
const tasks: Readonly<Record<string, (...input: never[]) => unknown>> = {
  compileManual: (...[entries]: Parameters<typeof compileManual>) => (compiled ??= compileManual(entries)),
  compileText: (...input: Parameters<typeof compileText>) => JSON.stringify({ value: compileText(...input) }),
  compilePart: (...input: Parameters<typeof compilePart>) => JSON.stringify({ value: compilePart(...input) }),
};

/** Runs the tasks of pages in this thread. */
export const threadWorkers: WorkerPool = {
  run: async <Result>(name: string, input: readonly unknown[]) => (await tasks[name]!(...(input as never[]))) as Result,
  close: () => {},
};
