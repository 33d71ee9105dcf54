import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed at their second attempt and ends the run with one plain line: `N passed, N failed`. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    for (const test of tests)
      if (test.diagnostic()?.flaky)
        process.stdout.write(`\npassed at the second attempt: ${test.module.relativeModuleId} > ${test.fullName}`);
    const count = (state: string) => states.filter((found) => found === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module)).length;
    const failed = count('failed') + broken + unhandled.length;
    process.stdout.write(`\n${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`);
  }
}

/** A file whose hooks or imports have failed has no failed test. */
const hasFailedTest = (module: TestModule) => !module.children.allTests('failed').next().done;
