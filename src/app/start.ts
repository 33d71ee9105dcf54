import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Beginning } from '../domain/installation/first-start.ts';
import type { Log } from '../domain/context.ts';
import { portOf, urlsOf } from './address.ts';
import { bootstrap } from './bootstrap.ts';
import { openPlatform, type Platform } from './platform.ts';
import { startJobs } from './jobs.ts';
import { drain } from './shutdown.ts';
import type * as faces from './server.ts';
import { startTimers } from './timers.ts';

/** A service that answers requests. */
export interface Running {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  /** What the first start made; null on every later one. */
  readonly beginning: Beginning | null;
  /** Finishes what is under way, then closes the database. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly log: Log;
  /** Done after the beginning, before `/readyz` says so. */
  readonly prepare?: (platform: Platform, beginning: Beginning | null) => Promise<void>;
}

/** How long background jobs may go on after the last answer, in milliseconds. */
const jobGraceMs = 1_000;

/** Opens the database, begins an empty installation, and listens. */
export async function start(config: Config, { log, prepare }: StartOptions): Promise<Running> {
  const port = await portOf(config);
  // The faces take as long to load as the database to open, each in a thread of its own; loading leaves no turn to others.
  let loading: Promise<typeof faces> | null = null;
  const loadFaces = () => (loading ??= import('./server.ts'));
  const platform = await openPlatform(config, {
    log,
    urls: urlsOf(config, port),
    onOpening: () => void loadFaces().catch(() => undefined),
  });
  const closing: (() => Promise<void>)[] = [() => platform.close()];
  const close = async () => {
    for (const step of closing.splice(0)) await step();
  };
  try {
    const { createServer } = await loadFaces();
    const app = await createServer(platform);
    // Listening comes first: a port that is taken must not cost the first token, which is shown once.
    app.lifecycle.starting = true;
    closing.unshift(() => app.close());
    await app.listen({ port, host: config.HOST });
    const beginning = await bootstrap(platform);
    await prepare?.(platform, beginning);
    app.lifecycle.starting = false;
    // Not before it is ready; a route that does not compile ends the process like any other fault.
    void app.prepareRoutes();
    const stopTimers = startTimers(platform);
    const jobs = startJobs(platform);
    closing.splice(
      0,
      1,
      () => drain(app, { delayMs: config.DRAIN_DELAY_MS, timeoutMs: config.SHUTDOWN_TIMEOUT_MS }),
      () => jobs.stop(jobGraceMs),
      stopTimers,
    );
    return { platform, app, beginning, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}
