import { join } from 'node:path';
import { compileManual, type Manual } from '../../src/domain/operations/manual/manual.ts';
import type { WorkerPool } from '../../src/infra/workers/pool.ts';
import { compileText } from '../../src/text/html/compile-text.ts';
import { compilePart } from '../../src/text/html/openapi/compile-part.ts';
import { once } from '../setup/once.mjs';
import { runDirectory } from '../setup/run-directory.ts';

// Once for all tests of a run: it takes five seconds of processor time.
const compiled = (entries: Parameters<typeof compileManual>[0]): Promise<Manual> =>
  once(join(runDirectory(), 'manual.json'), async () => JSON.stringify(await compileManual(entries))).then(
    (text) => JSON.parse(text) as Manual,
  );

/** The tasks of pages. */
const tasks: Readonly<Record<string, (...input: never[]) => unknown>> = {
  compileManual: compiled,
  compileText: (...input: Parameters<typeof compileText>) => JSON.stringify({ value: compileText(...input) }),
  compilePart: (...input: Parameters<typeof compilePart>) => JSON.stringify({ value: compilePart(...input) }),
};

/** Runs the tasks of pages in this thread. */
export const threadWorkers: WorkerPool = {
  run: async <Result>(name: string, input: readonly unknown[]) => (await tasks[name]!(...(input as never[]))) as Result,
  close: () => {},
};
