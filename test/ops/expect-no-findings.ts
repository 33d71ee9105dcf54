import { expect } from 'vitest';
import { runHere } from '../cli/run-here.ts';

/** Runs `octavo doctor`, and fails with its findings when the installation is not consistent. */
export async function expectNoFindings(settings: Readonly<Record<string, string>>): Promise<void> {
  const printed = { code: 0, err: '', out: expect.stringMatching(/^\d+ checks, 0 findings\.\n$/) };
  expect(await runHere(['doctor'], settings)).toMatchObject(printed);
}
