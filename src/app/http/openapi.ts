import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openapi } from '../../rest/openapi.ts';
import { matches } from './if-none-match.ts';
import { version } from '../process/version.ts';

/** Mounts `GET /v1/openapi.json`, which serves the OpenAPI document of the running version without a token. */
export function mountOpenapi(app: FastifyInstance): void {
  let made: { body: string; etag: string } | undefined;
  const document = () => {
    if (made) return made;
    const body = JSON.stringify(openapi(version));
    made = { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
    return made;
  };
  app.get('/v1/openapi.json', (request, reply) => {
    const { body, etag } = document();
    void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(body);
  });
}
