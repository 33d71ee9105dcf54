/** Where the tasks of worker processes are: beside this file, compiled or not. */
export const workerModule = new URL(import.meta.url.endsWith('.ts') ? 'tasks.ts' : 'tasks.js', import.meta.url);
