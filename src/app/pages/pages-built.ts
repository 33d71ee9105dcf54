import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../../lib/errors.ts';
import { programFile, runsFromSources } from '../../lib/program-files.ts';

/** Where the build puts it; null for sources, which take it from where it is made. */
const bundles = runsFromSources ? null : programFile('bundles/');
const pollMs = 50;
const patienceMs = 60_000;

/** The file that appears last. */
const whole = '.complete';

/** Whether a file that the build makes for pages is there, with those before it; by default all. */
export const arePagesBuilt = (file = whole, folder = bundles): boolean =>
  folder === null || existsSync(new URL(file, folder));

/**
 * Waits for a file that `npm start` builds while the server answers already; by default for all. Throws unavailable when it does
 * not come.
 */
export async function pagesBuilt(file = whole, folder = bundles): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  while (!arePagesBuilt(file, folder)) {
    if (performance.now() > untilMs) throw failure('unavailable', 'This page is not built yet');
    // Each file appears once.
    await sleep(pollMs);
  }
}
