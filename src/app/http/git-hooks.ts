import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takeHook } from '../../domain/exchange/git/take-hook.ts';
import { failure } from '../../lib/errors.ts';
import type { ServerParts } from './server-context.ts';
import { anonymousContext, asAddress } from './sign-in.ts';

/** Maximum size of what a host sends, in bytes. Larger pushes are found by the next look at the branch. */
const maxHookBytes = 5 * 1_048_576;

type HookRequest = FastifyRequest<{ Params: { connectionId: string } }>;

/** Mounts the webhooks by which hosts of repositories tell of pushes. They are signed, and have no token. */
export function mountGitHooks(app: FastifyInstance, parts: ServerParts): void {
  void app.register((hooks, _options, done) => {
    hooks.addHook('onRequest', asAddress);
    // The bytes are signed, whatever they are.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => next(null, body));
    const options = { bodyLimit: maxHookBytes, config: { anonymous: true } };
    hooks.post('/v1/git/hooks/:connectionId', options, async (request: HookRequest, reply) => {
      const { params, headers } = request;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isTaken = await takeHook(anonymousContext(request, parts), params.connectionId, { headers, body });
      if (!isTaken) {
        app.countFailure(request);
        throw failure('unauthenticated', 'The webhook is not signed with the secret of a connection');
      }
      return reply.code(202).send();
    });
    done();
  });
}
