import { Worker } from 'node:worker_threads';

const watch = `const { ppid } = process;
setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 500)`;

/** Ends this process when its parent is killed. In another thread, because native code blocks this one. */
export const endWithParent = () => new Worker(watch, { eval: true, execArgv: [] }).unref();
