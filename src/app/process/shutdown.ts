import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
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

/** A turn of the event loop that takes no longer, in milliseconds, has read nothing or next to nothing. */
const quietTurnMs = 0.1;
/** How long a quiet turn is waited for, in milliseconds. */
const quietWithinMs = 1_000;

/**
 * Stops the server gracefully: streams end, `/readyz` answers 503, every response has `Connection: close`, new connections are refused
 * after `delayMs`, and requests in progress may complete within `timeoutMs`.
 */
export async function drain(app: FastifyInstance, { delayMs, timeoutMs }: DrainOptions): Promise<void> {
  app.lifecycle.draining = true;
  app.streams.close();
  app.inFlight.closeConnections();
  await sleep(delayMs);
  const { connections } = app;
  const pause = (socket: Socket) => void socket.pause();
  // Nothing more is read until listening has ended, so that the event loop soon has a quiet turn.
  app.server.on('connection', pause);
  connections.forEach(pause);
  await quietTurn();
  const allClosed = stopListening(app);
  app.server.off('connection', pause);
  connections.forEach((socket) => void socket.resume());
  const deadline = performance.now() + timeoutMs;
  const lingersUntil = performance.now() + lingerMs;
  while (performance.now() < deadline) {
    // What has arrived on a connection is read before its turn ends, so that it no longer counts as idle.
    await nextTurn();
    if (performance.now() >= lingersUntil) app.server.closeIdleConnections();
    if (await Promise.race([allClosed, sleep(sweepMs, false)])) break;
  }
  app.server.closeAllConnections();
  await app.close();
}

/**
 * Stops listening without closing connections. `http.Server.close` would also close idle ones immediately, although a
 * request may be on its way. Such a request is still answered, with `Connection: close`.
 */
function stopListening(app: FastifyInstance): Promise<true> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(app.server, () => resolve(true));
  });
}

/**
 * Resolves just after the event loop has accepted all connections that the system had for it. The system resets those
 * that it completes between that moment and the end of listening, so no request may be processed in between.
 */
async function quietTurn(): Promise<void> {
  const deadline = performance.now() + quietWithinMs;
  for (let turnMs = Infinity; turnMs > quietTurnMs && performance.now() < deadline;) {
    const beganMs = performance.now();
    await nextTurn();
    turnMs = performance.now() - beganMs;
  }
}
