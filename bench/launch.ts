/** How Node is started. */
export interface Launch {
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * How `npm start` starts Node.
 *
 * - A larger young generation means less garbage collection, but a collection of it that stops the process for longer.
 * - Without the second flag, V8 would allocate objects of frequent requests in the old generation after a burst, and
 *   everything they refer to would live until the next full collection.
 * - With one arena, glibc reuses the memory that one thread has freed for all threads; 100 MB less in a server with the
 *   embedded database.
 */
export const shippedLaunch: Launch = {
  flags: ['--max-semi-space-size=32', '--no-allocation-site-pretenuring'],
  environment: { MALLOC_ARENA_MAX: '1' },
};
/** How the guides of other servers start Node. */
export const plainLaunch: Launch = { flags: [], environment: {} };
