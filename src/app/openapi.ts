import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { openapi } from '../rest/openapi/document.ts';
import type { Route } from '../rest/route.ts';
import { version } from './version.ts';

/** `GET /v1/openapi.json`: the REST contract of this very program, for anybody. */
export function mountOpenapi(app: FastifyInstance, schema: GraphQLSchema, routes: readonly Route[]): void {
  let made: { body: string; etag: string } | undefined;
  const document = () => {
    if (made) return made;
    const body = JSON.stringify(openapi(schema, routes, version));
    made = { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
    return made;
  };
  app.get('/v1/openapi.json', (request, reply) => {
    const { body, etag } = document();
    void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(body);
  });
}
