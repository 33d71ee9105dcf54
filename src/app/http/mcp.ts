import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAnonymous, type Actor } from '../../access/actor.ts';
import { getWaitedMs } from '../../domain/core/budget.ts';
import { maxUserAgent } from '../../domain/core/events/fields.ts';
import { resourceScopes } from '../../domain/people/oauth/fields.ts';
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
  const resource = `${base}${path}`;
  mountMetadata(app, base);
  void app.register((mcp, _options, done) => {
    mcp.addHook('onRequest', async (request) => {
      if (!isOwnOrigin(request, [new URL(base).origin, ...config.CORS_ORIGINS]))
        throw failure('forbidden', 'Pages of other origins may not call this address');
      request.actor = await toActor(authenticate, request.headers.authorization, resource);
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
      const origin = { ...given, userAgent: nameClient(findClient(asked) ?? given.userAgent, actor) };
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

/** Mounts what tells clients where they get tokens for a resource (RFC 9728). Without a path it is that of `/mcp`. */
function mountMetadata(app: FastifyInstance, base: string): void {
  for (const [place, scopes] of Object.entries(resourceScopes)) {
    const metadata = {
      resource: `${base}${place}`,
      resource_name: 'Octavo',
      authorization_servers: [base],
      bearer_methods_supported: ['header'],
      scopes_supported: scopes,
      resource_documentation: `${base}/manual/use/assistants`,
    };
    for (const url of place === path ? [metadataPath, `${metadataPath}${place}`] : [`${metadataPath}${place}`])
      app.get(url, (_request, reply) => reply.header('cache-control', 'no-cache').send(metadata));
  }
}

/** The name of a client, with the host that a person allowed something, which it cannot choose freely. */
function nameClient(name: string | null, { lentTo }: Actor): string | null {
  if (lentTo === undefined) return name?.slice(0, maxUserAgent) ?? null;
  const host = `(${new URL(lentTo.client).host})`;
  return `${name?.slice(0, maxUserAgent - host.length - 1) ?? ''} ${host}`.trim();
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
