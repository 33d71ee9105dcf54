import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Responses below this size in bytes are not compressed. */
const threshold = 1_024;

/** Responses up to this size in bytes are compressed synchronously, larger ones in zlib's thread pool. */
const syncThreshold = 16_384;

/** Texts whose media types the plugin does not know as such, besides those that it does. */
const isText = /^text\/(?!event-stream)|[+/](?:json|xml|text)(?:;|$)|^application\/graphql(?:;|$)/;

/** Levels at which JSON becomes about as small as at the highest, in a fraction of the time. */
const level = 4;

/**
 * Compresses responses for clients that accept gzip or Brotli. Streams are not compressed: files usually are already, and
 * their responses keep a Content-Length. Attacks that derive secrets from the compressed length (BREACH) do not apply,
 * because requests are authenticated by a header that other sites cannot make a browser send.
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
