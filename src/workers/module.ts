import { programFile, runsFromSources } from '../lib/program-files.ts';

/** The module of the tasks of worker processes. */
export const workerModule: URL = programFile(runsFromSources ? 'workers/tasks.ts' : 'tasks.js');
