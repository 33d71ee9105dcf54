import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { releaseAllClaims } from '../../domain/core/idempotency/queries.ts';
import type { FirstStart } from '../../domain/operations/installation/first-start.ts';
import { adoptStorage, assertStorageMarker } from '../../domain/operations/installation/storage-marker.ts';
import type { Log } from '../../domain/core/context.ts';
import { portOf, urlsOf } from '../http/address.ts';
import { bootstrap } from './bootstrap.ts';
import { openPlatform, type Platform } from './platform.ts';
import { startJobs } from './jobs.ts';
import { drain } from './shutdown.ts';
import type * as faces from '../http/server.ts';
import { startStoringCounts } from './site-counts.ts';
import { openTemporaryFiles } from './temporary-files.ts';
import { startDigests } from './digests.ts';
import { startTimers } from './timers.ts';

/** A running service. */
export interface Running {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  /** The user, organization and token that the first start created; null on later starts. */
  readonly beginning: FirstStart | null;
  /** Completes requests in progress, ends background jobs and closes the database. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly log: Log;
  /** Accepts the configured file storage even if the database was used with another one. */
  readonly adoptsStorage?: boolean;
  /** Called after the initialization and before `/readyz` reports ready. */
  readonly prepare?: (platform: Platform, beginning: FirstStart | null) => Promise<void>;
  /** Chooses the port; by default the configured one, or a free one for port 0. */
  readonly choosePort?: typeof portOf;
}

/** How often a start for port 0 chooses another port because a process took the chosen one before it could be used. */
const maxPorts = 5;

/** How long background jobs may continue after the last response, in milliseconds. */
const jobGraceMs = 1_000;

/** Opens the database, initializes an empty installation, and listens. */
export async function start(config: Config, options: StartOptions): Promise<Running> {
  const { choosePort = portOf } = options;
  for (let ports = 1; ; ports += 1)
    try {
      // One start after the other.
      return await startOn(await choosePort(config), config, options);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (config.PORT !== 0 || !isTaken || ports === maxPorts) throw error;
    }
}

async function startOn(
  port: number,
  config: Config,
  { log, prepare, adoptsStorage = false }: StartOptions,
): Promise<Running> {
  // The database opens in another thread or process. Meanwhile this thread loads the APIs, which takes as long.
  let loading: Promise<typeof faces> | null = null;
  const loadFaces = () => (loading ??= import('../http/server.ts'));
  const closing = [await openTemporaryFiles()];
  const close = async () => {
    for (const step of closing.splice(0)) await step();
  };
  try {
    const platform = await openPlatform(config, {
      log,
      urls: urlsOf(config, port),
      onOpening: () =>
        loadFaces().then(
          () => undefined,
          () => undefined,
        ),
    });
    closing.unshift(() => platform.close());
    const parts = { sql: platform.db.sql, storage: platform.services.storage };
    if (adoptsStorage) await adoptStorage(parts);
    await assertStorageMarker(parts);
    const { createServer } = await loadFaces();
    const app = await createServer(platform);
    // Listens before `bootstrap`: if the port is in use, the first token, which is shown once, must not be lost.
    app.lifecycle.starting = true;
    closing.unshift(() => app.close());
    await app.listen({ port, host: config.HOST });
    // Only one process uses the embedded database, so every claimed idempotency key belongs to a process that has ended.
    if (config.DATABASE_URL === undefined) await releaseAllClaims(platform.db.sql);
    const beginning = await bootstrap(platform);
    await prepare?.(platform, beginning);
    app.lifecycle.starting = false;
    const stopTimers = startTimers(platform);
    const stopDigests = startDigests(platform);
    const jobs = startJobs(platform, { isBusy: () => app.inFlight.isBusy });
    const storeCounts = startStoringCounts(platform, app.siteCounts);
    closing.splice(
      0,
      1,
      () => drain(app, { delayMs: config.DRAIN_DELAY_MS, timeoutMs: config.SHUTDOWN_TIMEOUT_MS }),
      storeCounts,
      () => jobs.stop(jobGraceMs),
      stopTimers,
      stopDigests,
    );
    return { platform, app, beginning, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}
