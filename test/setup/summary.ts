import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { processorSeconds } from './processor-time.ts';
import { hasChromium } from '../browser.ts';
import { isWritingDurations, writeDurations } from './longest-first.ts';
import { seed } from './seed.ts';
import { listUnseen, readersFile, writeMetMembers, writeReaders } from './seen.ts';

const withoutChromium =
  '\nTests of pages in a browser are skipped without Chromium: `apt-get install chromium-headless-shell` installs it.\n';

/** A run of more files than this says which of them took the most processor time. */
const few = 20;

/**
 * Names the files that took the most processor time and what a whole run has not met of all that is declared, which fails it
 * with `TEST_DECLARED=1`, and ends the run with its time and one plain line: `N passed, N failed, N skipped`.
 */
export default class Summary implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    const count = (state: string) => states.filter((found) => found === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module)).length;
    const isWhole = (await this.#isWhole(modules)) && count('failed') + broken === 0;
    const unseen = isWhole ? listUnseen() : [];
    if (readersFile !== undefined) writeReaders(readersFile);
    if (process.env['TEST_WRITE_MEMBERS'] !== undefined) writeMetMembers();
    const missed = process.env['TEST_DECLARED'] === undefined ? 0 : unseen.length;
    if (unseen.length > 0) {
      if (missed > 0) process.exitCode = 1;
      process.stdout.write(
        `\nDeclared, and met by no test (docs/adr/0076-declared-is-used.md):\n  ${unseen.join('\n  ')}\n`,
      );
    }
    const failed = count('failed') + broken + unhandled.length + missed;
    if (modules.length > few) process.stdout.write(dearest(modules));
    if (isWritingDurations) writeDurations(modules);
    if (failed > 0) process.stdout.write(`\nTEST_SEED=${seed} repeats the random values of this run\n`);
    // The processor time of the workers is known when they have ended.
    process.once('exit', () => {
      const wall = performance.now() / 1000;
      if (!hasChromium && count('skipped') > 0) process.stdout.write(withoutChromium);
      process.stdout.write(`\n${wall.toFixed(0)} s, ${processorSeconds().toFixed(0)} s of processor time\n`);
      process.stdout.write(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`);
    });
  }

  /** Only a run of all files and tests meets all that is declared. */
  async #isWhole(modules: readonly TestModule[]): Promise<boolean> {
    if (this.#vitest === undefined || this.#vitest.config.testNamePattern !== undefined) return false;
    const all = await this.#vitest.globTestSpecifications();
    return modules.length >= all.length;
  }
}

function dearest(modules: readonly TestModule[]): string {
  const lines = modules
    .map((module) => ({
      seconds: module.meta().seconds ?? 0,
      name: `${module.relativeModuleId} (${module.project.name})`,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, few)
    .map(({ seconds, name }) => `${seconds.toFixed(1).padStart(6)} ${name}`);
  return `\nFiles that took the most processor time, in seconds:\n${lines.join('\n')}\n`;
}

/** A file whose hooks or imports have failed has no failed test. */
const hasFailedTest = (module: TestModule) => !module.children.allTests('failed').next().done;
