import { createLog, type ProcessLog } from '../app/logging.ts';
import { start, type Running } from '../app/start.ts';
import { readConfig } from '../config.ts';
import { announcement } from './announcement.ts';
import { exitCodeOf, exitCodes } from './exit.ts';

/** Several signals within this time are one: npm passes on what the terminal has sent already. */
const sameSignalMs = 1_000;

/** Starts the service and keeps it until a signal. */
export async function serve({ demo = false }: { demo?: boolean }): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.LOG_LEVEL, to: 1 });
  const signals = listenForSignals(log);
  try {
    const running = await start(config, {
      log,
      ...(demo ? { prepare: async (...parts) => (await import('./demo.ts')).addDemoOrganization(...parts) } : {}),
    });
    stopOnFault(running, log);
    console.log(announcement(running, config, sinceStartMs()));
    // A signal that came during the start waits here.
    void signals.first.then(() => end(running, 0, log));
  } finally {
    log.flushNow();
  }
}

/** Since the process began, or since the program was built when it was built first (scripts/start.mjs). */
const sinceStartMs = () => performance.now() - (performance.getEntriesByName('octavo:start')[0]?.startTime ?? 0);

/** The first signal to stop; a later one ends the process at once. */
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

/** A fault that nobody caught leaves the process in doubt: finish what is under way and go. Quality D20. */
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
