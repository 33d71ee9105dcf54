import { setFlagsFromString } from 'node:v8';
import { createLog, type ProcessLog } from '../app/process/logging.ts';
import { start, type Running } from '../app/process/start.ts';
import type { DemoAddresses } from '../domain/operations/demo/site.ts';
import { readConfig } from '../config.ts';
import { findStranded } from '../domain/people/passkeys/hosts.ts';
import { announcement } from './announcement.ts';
import { chooseExitCode, exitCodes } from './exit.ts';

/** How long the last lines of the log wait for their reader, in milliseconds. */
const lastLinesMs = 1_000;

/**
 * How long the process may take to end beyond the times that are set for requests in progress, in milliseconds: for
 * background jobs, the database and the log. Then it ends without them, as if it were killed.
 */
const endingMs = 15_000;

/** Signals within this time count as one, because npm forwards a signal that the terminal has already sent. */
const sameSignalMs = 1_000;

interface ServeOptions {
  readonly demo?: boolean;
  readonly adoptStorage?: boolean;
}

/** Starts the service, and stops it gracefully at the first signal. */
export async function serve({ demo = false, adoptStorage = false }: ServeOptions): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.LOG_LEVEL, to: 'stdout' });
  const signals = listenForSignals(log);
  try {
    let demoSite: DemoAddresses | null = null;
    // The compiler of V8 that optimizes would take a sixth of the processor time of a start, for functions that mostly run no more.
    setFlagsFromString('--no-opt');
    const running = await start(config, {
      log,
      adoptsStorage: adoptStorage,
      prepare: async (...parts) => {
        setFlagsFromString('--opt');
        if (demo) demoSite = await (await import('./demo.ts')).addDemoOrganization(...parts);
      },
    });
    const end = endOf(running, log);
    stopOnFault(end, log);
    for (const { id, detail } of await findStranded({
      sql: running.platform.db.sql,
      urls: running.platform.services.urls,
    }))
      log.warn({ host: id }, `passkeys: ${detail}`);
    console.log(announcement(running, config, { readyMs: sinceStartMs(), demoSite }));
    if (Number.parseInt(process.versions.node, 10) < 22)
      log.warn({ node: process.version }, 'This Node has had no security fixes since April 2026: use Node 24');
    // A signal that arrives during startup takes effect here.
    signals.onFirst(() => end(0));
  } finally {
    log.flushNow();
  }
}

/** Milliseconds since the process started, or since scripts/start.mjs finished the build. */
const sinceStartMs = () => performance.now() - (performance.getEntriesByName('octavo:start')[0]?.startTime ?? 0);

/** Calls a listener at the first stop signal, or at once if it has come. A later one ends the process immediately. */
function listenForSignals(log: ProcessLog): { onFirst(listener: () => void): void } {
  let firstAt: number | null = null;
  let stop: (() => void) | null = null;
  const receive = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt !== null && now - firstAt < sameSignalMs) return;
    if (firstAt !== null) process.exit(exitCodes.failed);
    firstAt = now;
    log.info({ signal }, 'stopping');
    stop?.();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, receive);
  return {
    onFirst: (listener) => {
      stop = listener;
      if (firstAt !== null) listener();
    },
  };
}

/** Ends the process with an exit code, after the service has stopped. */
type End = (code: number) => void;

/** Stops the service after an uncaught exception, because the state of the process is unknown. */
function stopOnFault(end: End, log: ProcessLog) {
  const fault = (reason: unknown) => {
    log.fatal({ err: reason instanceof Error ? reason : new Error(String(reason)) }, 'unhandled fault');
    log.flushNow();
    end(exitCodes.failed);
  };
  process.on('unhandledRejection', fault);
  process.on('uncaughtException', fault);
}

/** Returns a function that ends the process in bounded time. A fault while it stops turns a success into a failure. */
function endOf(running: Running, log: ProcessLog): End {
  const { DRAIN_DELAY_MS, SHUTDOWN_TIMEOUT_MS } = running.platform.config;
  let wanted: number | null = null;
  return (code) => {
    const isFirst = wanted === null;
    wanted = Math.max(wanted ?? 0, code);
    if (!isFirst) return;
    const giveUp = () => process.exit(wanted || exitCodes.failed);
    setTimeout(giveUp, DRAIN_DELAY_MS + SHUTDOWN_TIMEOUT_MS + endingMs);
    stopped(running, log).then((reached) => process.exit(wanted || reached), giveUp);
  };
}

/** Stops the service, and returns 0 or the exit code of what kept it from doing so. */
async function stopped(running: Running, log: ProcessLog): Promise<number> {
  try {
    await running.stop();
    log.info({}, 'stopped');
    return 0;
  } catch (error) {
    log.fatal({ err: error }, 'stopping failed');
    return chooseExitCode(error);
  } finally {
    await log.drain(lastLinesMs);
  }
}
