import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller responses are sent as they are, in bytes. */
const threshold = 1_024;

/** Up to this size a response is compressed at once; zlib's threads take over from there. */
const syncThreshold = 16_384;

/** Texts whose media types the plugin does not know as such, besides those that it does. */
const isText = /^text\/(?!event-stream)|[+/](?:json|xml|text)(?:;|$)|^application\/graphql(?:;|$)/;

/** Levels at which JSON becomes about as small as at the highest, in a fraction of the time. */
const level = 4;

/**
 * Compresses responses for clients that accept gzip or Brotli. Streams are sent as they are: files are mostly compressed
 * already, and their length is known. Secrets are safe from guesses by the compressed length, because requests are
 * authenticated by a header that no other site can make a browser send.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isStream = typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload);
    if (isStream) request.headers['x-no-compression'] = 'stream';
    done(null, payload);
  });
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold,
    syncThreshold,
    customTypes: isText,
    zlibOptions: { level },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: level } },
  });
}
