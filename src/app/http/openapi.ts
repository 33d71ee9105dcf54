import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matches } from './if-none-match.ts';
import { version } from '../../lib/program.ts';

/** Mounts `GET /v1/openapi.json`, which serves the OpenAPI document of the running version without a token. */
export function mountOpenapi(app: FastifyInstance): void {
  let made: Promise<Answer> | undefined;
  app.get('/v1/openapi.json', async (request, reply) => {
    const { body, etag } = await (made ??= make());
    void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(body);
  });
}

interface Answer {
  readonly body: string;
  readonly etag: string;
}

/** Loads the document at the first request, because no other part of a server needs it, and it takes megabytes. */
async function make(): Promise<Answer> {
  const { openapi } = await import('../../rest/openapi.ts');
  const body = JSON.stringify(openapi(version));
  return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
}
