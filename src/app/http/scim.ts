import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { getWaitedMs } from '../../domain/core/budget.ts';
import { findFailure } from '../../engine/failures.ts';
import { failure, type DomainError } from '../../lib/errors.ts';
import { contextOf } from '../process/context.ts';
import { findBearer, unauthenticated } from './bearer.ts';
import { withDeadline } from './deadline.ts';
import { errorHeaders } from './error-body.ts';
import { parseJsonAs } from './json-parser.ts';
import { originIn } from './origin.ts';
import type { ServerParts } from './server-context.ts';
import { transportFailure } from './transport-failure.ts';

const mediaType = 'application/scim+json; charset=utf-8';

type ScimParams = { Params: { providerId: string; resource: string; id?: string } };

/** The functions of the domain, which nothing loads before the first request. */
const loadScim = async () => {
  const { authenticateScim } = await import('../../domain/people/scim/tokens.ts');
  const { answerScim } = await import('../../domain/people/scim/answer.ts');
  return { authenticateScim, answerScim };
};

/**
 * Finds the caller of a request to provision people, by a token that nothing else accepts, as nothing here accepts another. Throws
 * unauthenticated.
 */
async function scimActor(
  { db, services }: ServerParts,
  providerId: string,
  header: string | undefined,
): Promise<Actor> {
  const secret = findBearer(header);
  if (secret === null) throw unauthenticated();
  const { authenticateScim } = await loadScim();
  const caller = await authenticateScim({ sql: db.sql, now: services.now }, providerId, secret);
  if (caller === null) throw failure('unauthenticated', 'The token is unknown, revoked or one of another provider');
  return {
    userId: providerId,
    tokenId: `scim:${providerId}`,
    scopes: new Set(),
    organizationId: caller.organizationId,
    isInstanceAdmin: false,
  };
}

/** Mounts SCIM 2.0, by which identity providers provision people. See docs/reference/scim.md. */
export function mountScim(app: FastifyInstance, parts: ServerParts): void {
  const { config, services, db } = parts;
  void app.register((scim, _options, done) => {
    parseJsonAs(scim, 'application/scim+json');
    scim.addHook('onRequest', async (request: FastifyRequest, reply) => {
      void reply.header('cache-control', 'no-store');
      const { providerId } = request.params as ScimParams['Params'];
      request.actor = await scimActor(parts, providerId, request.headers.authorization);
    });
    scim.setErrorHandler((error, request, reply) => {
      const known = findFailure(error) ?? transportFailure(error);
      if (known === null)
        services.log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed');
      return sendRefusal(reply, known ?? failure('internal', 'Internal error'));
    });
    const answer = async (request: FastifyRequest<ScimParams>, reply: FastifyReply) => {
      const { actor } = request;
      if (actor === null || actor.organizationId === null) throw unauthenticated();
      const { providerId, resource, id = null } = request.params;
      const ctx = contextOf(services, db, actor, {
        requestId: request.id,
        origin: originIn(request, 'scim', config),
      });
      const { answerScim } = await loadScim();
      const caller = { providerId, organizationId: actor.organizationId, lastUsedAt: null };
      const { status, body } = await withDeadline(
        config.OPERATION_TIMEOUT_MS,
        answerScim(ctx, caller, {
          method: request.method,
          resource,
          id,
          query: request.query as Record<string, string | string[] | undefined>,
          body: request.body,
          ifMatch: request.headers['if-match'],
        }),
        { waitedMs: () => getWaitedMs(ctx), longestMs: config.IMPORT_TIMEOUT_MS },
      );
      void reply.code(status);
      if (body === undefined) return reply.send();
      const { version, location } = (body as { meta?: { version?: string; location?: string } }).meta ?? {};
      if (version !== undefined) void reply.header('etag', version);
      if (status === 201 && location !== undefined) void reply.header('location', location);
      return reply.type(mediaType).send(JSON.stringify(body));
    };
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    scim.route({ method, url: '/scim/v2/:providerId/:resource', handler: answer });
    scim.route({ method, url: '/scim/v2/:providerId/:resource/:id', handler: answer });
    done();
  });
}

/** What the standard calls the kinds of errors with status 400 and 409. */
const scimTypes: ReadonlySet<string> = new Set([
  'invalidFilter',
  'invalidPath',
  'invalidSyntax',
  'invalidValue',
  'mutability',
  'noTarget',
  'tooMany',
]);

function typeOf({ type, status, details }: DomainError): string | undefined {
  const rule = details?.[0]?.rule ?? '';
  if (scimTypes.has(rule)) return rule;
  if (type === 'already_exists') return 'uniqueness';
  if (type === 'malformed_request') return 'invalidSyntax';
  return status === 400 ? 'invalidValue' : undefined;
}

function sendRefusal(reply: FastifyReply, shown: DomainError): FastifyReply {
  const scimType = typeOf(shown);
  return reply
    .code(shown.status)
    .headers(errorHeaders(shown))
    .type(mediaType)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(shown.status),
        ...(scimType === undefined ? {} : { scimType }),
        detail: shown.message,
      }),
    );
}
