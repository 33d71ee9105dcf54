// The tasks of worker processes in tests: `tasks.mjs?run=FOLDER`. Bundled by the first process of a run, because a bundle
// starts in a fifth of the time.
import { join } from 'node:path';
import { bundleTasks } from '../../scripts/bundle.mjs';
import { once } from './once.mjs';

const run = new URL(import.meta.url).searchParams.get('run');

export const { runTask } = await import(await once(join(run, 'tasks-url'), () => bundleTasks(join(run, 'tasks'))));
