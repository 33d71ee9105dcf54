import { Worker } from 'node:worker_threads';

const watch = `const { ppid } = process;
setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 500)`;

/** Ends this process when its parent process dies. Runs in another thread, because native code may block this one. */
export const endWithParent = () => new Worker(watch, { eval: true, execArgv: [] }).unref();
