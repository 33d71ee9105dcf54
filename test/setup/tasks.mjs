// The tasks of worker processes in tests: `tasks.mjs?run=FOLDER`, and the settings of the clock of `npm run test:chance`.
// Bundled by the first process of a run, because a bundle starts in a fifth of the time.
import { join } from 'node:path';
import { bundleTasks } from '../../scripts/bundle.mjs';
import { once } from './once.mjs';

const { run, ...clock } = Object.fromEntries(new URL(import.meta.url).searchParams);
if (clock['TEST_CLOCK'] !== undefined) {
  Object.assign(process.env, clock);
  await import('./other-clock.mjs');
}

export const { runTask } = await import(await once(join(run, 'tasks-url'), () => bundleTasks(join(run, 'tasks'))));
