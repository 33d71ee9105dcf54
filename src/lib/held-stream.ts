import type { Readable } from 'node:stream';

/**
 * Keeps an error of a stream until somebody reads it: the reader then gets the error at once. Without a listener, an
 * error between the creation of a stream and its first read would end the process.
 */
export function held<Stream extends Readable>(stream: Stream): Stream {
  // Some libraries emit `error` without destroying the stream, which then would neither end nor fail for its reader.
  return stream.on('error', (error: Error) => stream.destroy(error));
}
