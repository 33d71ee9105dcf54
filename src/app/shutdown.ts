import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

interface DrainOptions {
  /** How long requests are still accepted. */
  readonly delayMs: number;
  /** How long answers that are under way may take. */
  readonly timeoutMs: number;
}

/** A connection on which nothing came for so long after the listening ended is not in use. */
const lingerMs = 500;
const sweepMs = 50;

/**
 * Ends the server without cutting off anybody: `/readyz` says 503, every answer says `Connection: close`, nothing new
 * is accepted, and what is under way is finished, within the time.
 */
export async function drain(app: FastifyInstance, { delayMs, timeoutMs }: DrainOptions): Promise<void> {
  app.lifecycle.draining = true;
  app.inFlight.closeConnections();
  await sleep(delayMs);
  const allClosed = stopListening(app);
  const deadline = performance.now() + timeoutMs;
  const lingersUntil = performance.now() + lingerMs;
  let isOver = false;
  void allClosed.then(() => (isOver = true));
  while (!isOver && performance.now() < deadline) {
    if (performance.now() >= lingersUntil) app.server.closeIdleConnections();
    await Promise.race([allClosed, sleep(sweepMs)]);
  }
  app.server.closeAllConnections();
  await app.close();
}

/**
 * Stops listening and nothing else. `http.Server.close` would also end idle connections at once, under the feet of
 * a request that is on its way; here such a request is answered, and told that it was the last.
 */
function stopListening(app: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(app.server, () => resolve());
  });
}
