import { createLog, type ProcessLog } from '../app/process/logging.ts';
import { start, type Running } from '../app/process/start.ts';
import { readConfig } from '../config.ts';
import { announcement } from './announcement.ts';
import { exitCodeOf, exitCodes } from './exit.ts';

/** Signals within this time count as one, because npm forwards signals that the terminal has sent already. */
const sameSignalMs = 1_000;

interface ServeOptions {
  readonly demo?: boolean;
  readonly adoptStorage?: boolean;
}

/** Starts the service and keeps it until a signal. */
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
    // A signal during startup is handled after it.
    void signals.first.then(() => end(running, 0, log));
  } finally {
    log.flushNow();
  }
}

/** Time since the process started, or since the build finished when the program was built first (scripts/start.mjs). */
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

/** After an uncaught exception the state of the process is unknown: finish the requests in progress and exit. */
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
