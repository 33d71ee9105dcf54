import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HostileServer } from './server.ts';

/** One request of `/healthz`. */
export interface Probed {
  /** Milliseconds until the response. */
  readonly wait: number;
  /** Processor time of the server's main thread meanwhile, in milliseconds. */
  readonly hold: number;
  /** Resident memory of the server's process. */
  readonly megabytes: number;
  /** Resident memory of the processes that the server has started. */
  readonly helpers: number;
}

export interface Probe {
  /** Reports every request from now on. Returns a function that ends the reports. */
  listen(listener: (probed: Probed) => void): () => void;
  stop(): void;
}

/** Requests `/healthz` of a server from a process of its own, with a pause after each. Resolves after the first request. */
export async function startProbe({ url, process: { pid } }: HostileServer, pauseMs: number): Promise<Probe> {
  const child = fork(new URL('probe.mjs', import.meta.url), [url, String(pid), String(pauseMs)]);
  const listeners = new Set<(probed: Probed) => void>();
  child.on('message', (probed: Probed) => {
    for (const listener of listeners) listener(probed);
  });
  await once(child, 'message');
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => child.disconnect(),
  };
}
