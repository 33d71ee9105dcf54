import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAnonymous } from '../../access/actor.ts';
import { scopes } from '../../access/scopes.ts';
import { getWaitedMs } from '../../domain/core/budget.ts';
import { maxUserAgent } from '../../domain/core/events/fields.ts';
import { findFailure } from '../../engine/failures.ts';
import { answerTools, findClient } from '../../handmade/mcp/protocol.ts';
import { failure, type DomainError } from '../../lib/errors.ts';
import { contextOf } from '../process/context.ts';
import { notForVisitors, toActor, unauthenticated } from './bearer.ts';
import { withDeadline } from './deadline.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { originIn } from './origin.ts';
import type { ServerParts } from './server-context.ts';
import { transportFailure } from './transport-failure.ts';

const path = '/mcp';
const metadataPath = '/.well-known/oauth-protected-resource';

/** Mounts `/mcp`, the tools of members, and what tells clients how to get a token for it (RFC 9728). */
export function mountMcp(app: FastifyInstance, parts: ServerParts): void {
  const { config, services, db, authenticate } = parts;
  const { base } = services.urls;
  const metadata = {
    resource: `${base}${path}`,
    resource_name: 'Octavo',
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_documentation: `${base}/manual/use/assistants`,
  };
  for (const url of [metadataPath, `${metadataPath}${path}`])
    app.get(url, (_request, reply) => reply.header('cache-control', 'no-cache').send(metadata));
  void app.register((mcp, _options, done) => {
    mcp.addHook('onRequest', async (request) => {
      if (!isOwnOrigin(request, [new URL(base).origin, ...config.CORS_ORIGINS]))
        throw failure('forbidden', 'Pages of other origins may not call this address');
      request.actor = await toActor(authenticate, request.headers.authorization);
      if (request.actor.visitor) throw notForVisitors();
      if (isAnonymous(request.actor)) throw unauthenticated();
    });
    mcp.setErrorHandler((error, request, reply) => {
      const shown = findFailure(error) ?? transportFailure(error);
      if (shown === null) throw error;
      return sendRefusal(reply, shown, { base, requestId: request.id });
    });
    mcp.post(path, async (request, reply) => {
      const { actor } = request;
      if (actor === null) throw unauthenticated();
      const asked = { message: request.body, headers: request.headers };
      const given = originIn(request, 'mcp', config);
      const origin = { ...given, userAgent: findClient(asked)?.slice(0, maxUserAgent) ?? given.userAgent };
      const ctx = contextOf(services, db, actor, { requestId: request.id, origin });
      const { serveMember } = await import('../../mcp/server.ts');
      const { status, body, session } = await withDeadline(
        config.OPERATION_TIMEOUT_MS,
        answerTools(serveMember(ctx), asked),
        { waitedMs: () => getWaitedMs(ctx), longestMs: config.IMPORT_TIMEOUT_MS },
      );
      if (session !== undefined) void reply.header('mcp-session-id', session);
      void reply.code(status).header('cache-control', 'no-store');
      return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
    });
    done();
  });
}

/** Whether no page calls, or one that may. A name that leads to this machine would else open it to the page of its owner. */
const isOwnOrigin = ({ headers: { origin } }: FastifyRequest, origins: readonly string[]): boolean =>
  origin === undefined || origins.includes(origin) || origins.includes('*');

interface Refused {
  readonly base: string;
  readonly requestId: string;
}

/** Answers a refusal. Clients find out from its header what token is needed. */
function sendRefusal(reply: FastifyReply, shown: DomainError, { base, requestId }: Refused): FastifyReply {
  const missing = /"(.+)"/.exec(shown.message)?.[1];
  const challenge = [
    `Bearer resource_metadata="${base}${metadataPath}${path}"`,
    ...(shown.type === 'insufficient_scope' ? ['error="insufficient_scope"', `scope="${missing ?? ''}"`] : []),
  ];
  void reply.code(shown.status).headers(errorHeaders(shown));
  if (shown.status === 401 || shown.type === 'insufficient_scope')
    void reply.header('www-authenticate', challenge.join(', '));
  return reply.send(errorBody(shown, requestId));
}
