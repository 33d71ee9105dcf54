import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestModule, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '..', '..');

/** The files that take longest, in seconds of one run of the gate. `TEST_WRITE_DURATIONS=1 npm test` writes it. */
const table = join(import.meta.dirname, 'longest-files.json');

/** How many files the table lists. The others take a second or two. */
const listed = 60;

export const isWritingDurations = process.env['TEST_WRITE_DURATIONS'] === '1';

/** Returns the seconds that the longest files take, by path. */
export const readDurations = (): Readonly<Record<string, number>> =>
  JSON.parse(readFileSync(table, 'utf8')) as Record<string, number>;

/** Writes the seconds of the longest files. A file that ran on both engines has those of its longer run. */
export function writeDurations(modules: readonly TestModule[]): void {
  const seconds = new Map<string, number>();
  for (const module of modules) {
    const { collectDuration, duration } = module.diagnostic();
    const before = seconds.get(module.relativeModuleId) ?? 0;
    seconds.set(module.relativeModuleId, Math.max(before, (collectDuration + duration) / 1_000));
  }
  const longest = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, listed);
  const rounded = Object.fromEntries(longest.map(([file, took]) => [file, Math.round(took)]));
  writeFileSync(table, `${JSON.stringify(rounded, null, 2)}\n`);
}

/**
 * Begins with the files that take longest, so that no worker is left with one of them when the others have ended. Vitest does so
 * by the results of earlier runs, which a fresh clone has none of. By its second choice, the size of a file, tests of
 * processes would come last, since they are short and wait long.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = readDurations();
    return putLongestFirst(await super.sort(files), ({ moduleId }) => seconds[relative(root, moduleId)] ?? 0);
  }
}

/** Sorts the files of each project by their time, longest first. Projects, and files of the same time, keep their order. */
export function putLongestFirst<File extends { readonly project: unknown }>(
  files: readonly File[],
  secondsOf: (file: File) => number,
): File[] {
  const projects = [...new Set(files.map(({ project }) => project))];
  return projects.flatMap((each) =>
    files.filter(({ project }) => project === each).toSorted((a, b) => secondsOf(b) - secondsOf(a)),
  );
}
