import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../../lib/errors.ts';
import { programFile, runsFromSources } from '../../lib/program-files.ts';

/** Where the build puts it; null for sources, which take it from where it is made. */
const bundles = runsFromSources ? null : programFile('bundles/');
const pollMs = 50;
const patienceMs = 60_000;

/** Whether what GraphiQL, the manual and the icons need is there. */
export const arePagesBuilt = (folder = bundles): boolean => folder === null || existsSync(folder);

/** Waits for what `npm start` builds while the server answers already. Throws unavailable when that does not come. */
export async function pagesBuilt(folder = bundles): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  while (!arePagesBuilt(folder)) {
    if (performance.now() > untilMs) throw failure('unavailable', 'This page is not built yet');
    // oxlint-disable-next-line no-await-in-loop -- the folder appears once
    await sleep(pollMs);
  }
}
