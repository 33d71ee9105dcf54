import { pipeline, Transform, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../../lib/errors.ts';

/** Size of the pieces that are passed on, in bytes. */
const pieceBytes = 16_384;

/** A body with more chunks than `manyChunks` is refused when they have fewer than `tinyBytes` bytes on average. */
const manyChunks = 2_000;
const tinyBytes = 16;

const inTinyChunks = () => failure('malformed_request', 'The body arrives in too many small chunks');

/** Bodies above this size in bytes have their chunks joined as they arrive. */
const longBytes = 65_536;

/**
 * Limits the memory of request bodies, and closes the connection after a response that was sent before the body arrived.
 * Each chunk costs about 450 bytes besides its content, so a megabyte in chunks of one byte would take 450 megabytes. An
 * endless body would otherwise be read until the timeout, even after the response.
 */
export function registerBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isLong(request)) return done(null, payload);
    const pieces = inLargePieces();
    // Errors reach the reader of `pieces`, so they need no handling here.
    pipeline(payload as Readable, pieces, () => undefined);
    return done(null, pieces);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && !isBounded(request)) void reply.header('connection', 'close');
    done(null, payload);
  });
}

const measureLength = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0);

const isLong = (request: FastifyRequest) =>
  request.headers['transfer-encoding'] !== undefined || measureLength(request) > longBytes;

/** Whether the rest of an unread body is short enough to be skipped, so that the connection can stay open. */
const isBounded = (request: FastifyRequest) =>
  request.headers['transfer-encoding'] === undefined && measureLength(request) <= longBytes;

/** Joins chunks into pieces of equal size. Fails after thousands of tiny chunks, because each takes processing time. */
function inLargePieces(): Transform {
  let [chunks, bytes] = [0, 0];
  let piece = Buffer.allocUnsafe(pieceBytes);
  let filled = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks += 1;
      bytes += chunk.length;
      if (chunks > manyChunks && bytes < chunks * tinyBytes) return done(inTinyChunks());
      if (filled === 0 && chunk.length >= pieceBytes) return done(null, chunk);
      for (let at = 0; at < chunk.length;) {
        const copied = chunk.copy(piece, filled, at);
        at += copied;
        filled += copied;
        if (filled < pieceBytes) break;
        this.push(piece);
        piece = Buffer.allocUnsafe(pieceBytes);
        filled = 0;
      }
      done();
    },
    flush(done) {
      done(null, piece.subarray(0, filled));
    },
  });
}
