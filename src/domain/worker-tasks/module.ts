/** URL of the module with the tasks of worker processes: beside this file, compiled or not. */
export const workerModule = new URL(import.meta.url.endsWith('.ts') ? 'tasks.ts' : 'tasks.js', import.meta.url);
