import { afterEach } from 'vitest';
import type { Harness } from './harness.ts';
import { openSse, type SseStream } from './sse.ts';
import { until } from './until.ts';

/** Returns a function that opens a stream of the server. Each test ends when those that it has opened have ended. */
export function streamsOf(server: () => Harness): (url: string, init: RequestInit) => Promise<SseStream> {
  const opened: SseStream[] = [];
  afterEach(async () => {
    for (const stream of opened.splice(0)) stream.close();
    await until(
      () => server().app.streams.count,
      (count) => count === 0,
    );
  });
  return async (url, init) => {
    const stream = await openSse(url, init);
    opened.push(stream);
    return stream;
  };
}
