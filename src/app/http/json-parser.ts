import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { failure } from '../../lib/errors.ts';
import { assertStorable } from '../../lib/text.ts';

/** Registers the parser of JSON bodies for a media type. An empty body is allowed; `__proto__` keys are not. */
export function parseJsonAs(app: FastifyInstance, mediaType: string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // Decoding would replace invalid UTF-8 with U+FFFD, so the stored text would differ from the sent one.
    if (!isUtf8(body as Buffer)) return done(failure('malformed_request', 'The body is not UTF-8'));
    return parse(request, body.toString(), (error, value) => {
      if (error) return done(failure('malformed_request', 'The body is not well-formed JSON', { cause: error }));
      try {
        assertStorable(value, 'body');
        done(null, value);
      } catch (problem) {
        done(problem as Error);
      }
    });
  });
}
