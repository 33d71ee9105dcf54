import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { failure } from '../../lib/errors.ts';
import { schema } from '../../schema/index.ts';
import { matches } from '../http/if-none-match.ts';

interface SdlOptions {
  readonly introspection: 'everyone' | 'signed-in' | 'nobody';
  readonly authenticate: (request: FastifyRequest) => Promise<void>;
}

interface PrintedSchema {
  readonly text: string;
  readonly etag: string;
}

let printed: PrintedSchema | null = null;

/** The schema as text. It is printed by the first request that needs it, because printing takes about 100 ms. */
function sdl(): PrintedSchema {
  if (printed) return printed;
  const text = `${printSchema(lexicographicSortSchema(schema))}\n`;
  return (printed = { text, etag: `"${hash('sha1', text, 'base64url')}"` });
}

/** Mounts `/graphql/schema.graphql`, which serves the schema as text to callers who may introspect it. */
export function mountSdl(app: FastifyInstance, { introspection, authenticate }: SdlOptions): void {
  app.get('/graphql/schema.graphql', { onRequest: authenticate }, (request, reply) => {
    if (introspection === 'nobody') throw failure('not_found', 'The schema is not public here');
    const { text, etag } = sdl();
    void reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'Authorization');
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/graphql; charset=utf-8').send(text);
  });
}
