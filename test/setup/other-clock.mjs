// @ts-check
import workerThreads from 'node:worker_threads';
import { syncBuiltinESMExports } from 'node:module';

// Loaded by `--import`: sets the clock of a Node process and its threads, the embedded database among them, to TEST_CLOCK.
// The time goes on from there, for the processes that it starts too.
const Machine = globalThis.Date;
const startedAt = (process.env['TEST_CLOCK_STARTED_AT'] ??= String(Machine.now()));
const aheadMs = Machine.parse(process.env['TEST_CLOCK'] ?? '') - Number(startedAt);
if (Number.isNaN(aheadMs)) throw new Error('TEST_CLOCK must be a time, such as 2028-02-29T12:00:00Z');

globalThis.Date = new Proxy(Machine, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new Machine(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
// `new Date().constructor` and `instanceof` lead to the same class.
Machine.prototype.constructor = globalThis.Date;

function now() {
  return Machine.now() + aheadMs;
}

// A thread with flags of its own does not inherit `--import`.
const { Worker } = workerThreads;
workerThreads.Worker = class extends Worker {
  /**
   * @param {string | URL} file
   * @param {import('node:worker_threads').WorkerOptions} [options]
   */
  constructor(file, options = {}) {
    super(file, {
      ...options,
      ...(options.execArgv && { execArgv: [...options.execArgv, '--import', import.meta.url] }),
    });
  }
};
syncBuiltinESMExports();
