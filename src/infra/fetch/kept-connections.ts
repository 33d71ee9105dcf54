import type * as Undici from 'undici';

/** A connection to one origin, which takes one request at a time. */
export interface Connection {
  readonly dispatcher: Undici.Client;
  /** Whether it has taken a request before. The server may end such a one just when the next request is on its way. */
  readonly isUsed: boolean;
}

interface Kept {
  readonly dispatcher: Undici.Client;
  readonly origin: string;
  readonly openedAt: number;
}

/** Connections that wait for their next request, of all origins and of one. */
const most = 64;
const mostOfOrigin = 8;

/** How long one waits, in milliseconds. A server that announces less is believed. */
const waitMs = 4_000;

/** How long after it was opened one takes requests, in milliseconds. Its name may lead elsewhere then, and is looked up again. */
const lifeMs = 60_000;

/** Options of a connection that may be kept. */
export const keptOptions = { pipelining: 1, keepAliveTimeout: waitMs, keepAliveMaxTimeout: waitMs } as const;

/**
 * Connections that are kept between requests. Each was opened to an address that the guard has checked, leads to no other, and takes only
 * requests for the origin that it was opened for.
 */
export function createKeptConnections() {
  /** Those that wait, the one that has waited longest first. */
  const waiting = new Set<Kept>();
  const open = new WeakMap<Undici.Client, Kept>();

  const end = (connection: Kept) => {
    open.delete(connection.dispatcher);
    waiting.delete(connection);
    connection.dispatcher.destroy().catch(() => undefined);
  };
  const ofOrigin = (origin: string) => [...waiting].filter((connection) => connection.origin === origin);

  return {
    /** Takes one that waits, the latest first, or opens one. */
    take(origin: string, create: () => Undici.Client): Connection {
      for (const connection of ofOrigin(origin).toReversed()) {
        waiting.delete(connection);
        if (performance.now() - connection.openedAt < lifeMs)
          return { dispatcher: connection.dispatcher, isUsed: true };
        end(connection);
      }
      const dispatcher = create();
      const connection = { dispatcher, origin, openedAt: performance.now() };
      open.set(dispatcher, connection);
      // A client would open another connection for its next request.
      dispatcher.once('disconnect', () => end(connection));
      return { dispatcher, isUsed: false };
    },

    /** Keeps one whose answer was read to its end, or ends it when enough wait or its server has ended it. */
    put(dispatcher: Undici.Client): void {
      const connection = open.get(dispatcher);
      if (connection === undefined) return;
      if (waiting.size < most && ofOrigin(connection.origin).length < mostOfOrigin) waiting.add(connection);
      else end(connection);
    },
  };
}

export type KeptConnections = ReturnType<typeof createKeptConnections>;
