import { createLog, type ProcessLog } from '../app/process/logging.ts';
import { start, type Running } from '../app/process/start.ts';
import { readConfig } from '../config.ts';
import { announcement } from './announcement.ts';
import { exitCodeOf, exitCodes } from './exit.ts';

/** Signals within this time count as one, because npm forwards a signal that the terminal has already sent. */
const sameSignalMs = 1_000;

interface ServeOptions {
  readonly demo?: boolean;
  readonly adoptStorage?: boolean;
}

/** Starts the service, and stops it gracefully at the first signal. */
export async function serve({ demo = false, adoptStorage = false }: ServeOptions): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.LOG_LEVEL, to: 1 });
  const signals = listenForSignals(log);
  try {
    const running = await start(config, {
      log,
      adoptsStorage: adoptStorage,
      ...(demo ? { prepare: async (...parts) => (await import('./demo.ts')).addDemoOrganization(...parts) } : {}),
    });
    stopOnFault(running, log);
    console.log(announcement(running, config, sinceStartMs()));
    // A signal that arrives during startup takes effect here.
    void signals.first.then(() => end(running, 0, log));
  } finally {
    log.flushNow();
  }
}

/** Milliseconds since the process started, or since scripts/start.mjs finished the build. */
const sinceStartMs = () => performance.now() - (performance.getEntriesByName('octavo:start')[0]?.startTime ?? 0);

/** Resolves at the first stop signal. A later one ends the process immediately. */
function listenForSignals(log: ProcessLog): { readonly first: Promise<void> } {
  let firstAt: number | null = null;
  const first = new Promise<void>((resolve) => {
    const receive = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (firstAt !== null && now - firstAt < sameSignalMs) return;
      if (firstAt !== null) return leave(exitCodes.failed, log);
      firstAt = now;
      log.info({ signal }, 'stopping');
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, receive);
  });
  return { first };
}

/** Stops the service after an uncaught exception, because the state of the process is unknown. */
function stopOnFault(running: Running, log: ProcessLog) {
  let isLeaving = false;
  const fault = (reason: unknown) => {
    log.fatal({ err: reason instanceof Error ? reason : new Error(String(reason)) }, 'unhandled fault');
    log.flushNow();
    if (isLeaving) return;
    isLeaving = true;
    void end(running, 1, log);
  };
  process.on('unhandledRejection', fault);
  process.on('uncaughtException', fault);
}

async function end(running: Running, code: number, log: ProcessLog) {
  try {
    await running.stop();
    log.info({}, 'stopped');
    leave(code, log);
  } catch (error) {
    log.fatal({ err: error }, 'stopping failed');
    leave(exitCodeOf(error), log);
  }
}

function leave(code: number, log: ProcessLog): void {
  log.flushNow();
  process.exit(code);
}
