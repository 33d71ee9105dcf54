import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

interface DrainOptions {
  /** How long requests are still accepted. */
  readonly delayMs: number;
  /** How long responses in progress may take. */
  readonly timeoutMs: number;
}

/** A connection without data for this long after the end of listening is idle. */
const lingerMs = 500;
const sweepMs = 50;

/**
 * Stops the server gracefully: `/readyz` responds with 503, every response has `Connection: close`, no new connections
 * are accepted, and requests in progress are completed within the time limit.
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
 * Stops listening only. `http.Server.close` would also close idle connections immediately, although a request may be on
 * its way. Such a request is answered here, with the notice that it was the last.
 */
function stopListening(app: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(app.server, () => resolve());
  });
}
