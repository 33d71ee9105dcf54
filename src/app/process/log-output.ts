import { setTimeout as sleep } from 'node:timers/promises';
import type { Writable } from 'node:stream';

/** Where the lines of a log go. */
export interface LogOutput {
  write(line: string): void;
  /** Passes the buffered lines on without waiting. */
  flush(): void;
  /** Passes the buffered lines on, and waits up to `ms` milliseconds for a slow reader. */
  drain(ms: number): Promise<void>;
}

/** Size of the buffered text, in characters, at which it is passed on. */
const bufferedCharacters = 4_096;
/** Maximum time that lines are buffered, in milliseconds. */
const flushEveryMs = 1_000;
/** Maximum size in bytes of what waits for a reader. Beyond it, lines are dropped. */
const maxWaitingBytes = 16 * 1024 * 1024;
const lookMs = 20;

/**
 * Writes lines to stdout or stderr in larger pieces, and never waits for the reader: a reader that is slow, has stopped or
 * has gone must neither block the server nor keep it from ending. Lines without a reader are dropped.
 */
export function createLogOutput(stream: Writable): LogOutput {
  let buffered = '';
  const flush = () => {
    const text = buffered;
    buffered = '';
    if (text !== '' && stream.writableLength < maxWaitingBytes) stream.write(text);
  };
  setInterval(flush, flushEveryMs).unref();
  return {
    write: (line) => {
      buffered += line;
      if (buffered.length >= bufferedCharacters) flush();
    },
    flush,
    drain: async (ms) => {
      flush();
      const deadline = performance.now() + ms;
      // Neither `drain` nor the callback of a write comes when the reader has gone.
      while (stream.writableLength > 0 && performance.now() < deadline) await sleep(lookMs);
    },
  };
}
