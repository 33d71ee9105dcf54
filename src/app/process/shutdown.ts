import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

interface DrainOptions {
  /** How long new connections are still accepted. */
  readonly delayMs: number;
  /** How long requests in progress may take after that. */
  readonly timeoutMs: number;
}

/** How long idle connections are kept after listening has ended, in milliseconds, for requests that are on their way. */
const lingerMs = 500;
const sweepMs = 50;

/**
 * Stops the server gracefully: `/readyz` answers 503, every response has `Connection: close`, new connections are refused
 * after `delayMs`, and requests in progress may complete within `timeoutMs`.
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
 * Stops listening without closing connections. `http.Server.close` would also close idle ones immediately, although a
 * request may be on its way. Such a request is still answered, with `Connection: close`.
 */
function stopListening(app: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(app.server, () => resolve());
  });
}
