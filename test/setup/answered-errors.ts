import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll } from 'vitest';
import { isWritingErrors } from './error-table.ts';
import { errorsIn } from './errors-in.ts';
import { seenFacts } from './seen.ts';

/**
 * Records the errors that the servers in the process of a test answer, by operation. The OpenAPI document lists what the table
 * scripts/rest/openapi/errors.json has recorded, so an error that it does not list fails the test file. See ADR 48.
 */

/** What a process has seen, which outlives the modules of a test file. */
const shared = globalThis as { octavoAnsweredErrors?: Map<string, { isAlone: boolean }> };

if (shared.octavoAnsweredErrors === undefined) {
  const seen = new Map<string, { isAlone: boolean }>();
  shared.octavoAnsweredErrors = seen;
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    /** The requests under way, and those of them that are not alone. */
    const [open, beside] = [new Set<FastifyRequest>(), new WeakSet<FastifyRequest>()];
    fastify.addHook('onRequest', (request, reply, done) => {
      open.add(request);
      reply.raw.once('close', () => open.delete(request));
      if (open.size > 1) for (const each of open) beside.add(each);
      done();
    });
    // Before the server's own hooks, one of which compresses the answer.
    fastify.addHook('onSend', (request, reply, payload, done) => {
      open.delete(request);
      const { config, url } = request.routeOptions;
      // Visitors of a site get 404 from every operation that is not for them.
      const isRefusedVisitor = reply.statusCode === 404 && request.actor?.visitor;
      const mayFail = (reply.statusCode >= 400 && !isRefusedVisitor) || url === '/graphql';
      if (mayFail && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
        const path = (config as { readonly route?: string }).route ?? url;
        for (const found of errorsIn({ method: request.method, path, body: request.body }, String(payload)))
          seen.set(found, { isAlone: !beside.has(request) || seen.get(found)?.isAlone === true });
      }
      done(null, payload);
    });
  });
}

afterAll(async () => {
  const seen = shared.octavoAnsweredErrors;
  if (!seen || seen.size === 0) return;
  // Files of pure functions need neither the schema nor the routes.
  const { recordableErrors } = await import('../recordable-errors.ts');
  for (const [operation, types] of Object.entries(recordableErrors([...seen.keys()]).recorded))
    for (const type of types) seenFacts.error.add(`${operation} ${type}`);
  // What requests that race are answered depends on their order, so it would fail by chance.
  const { missing } = recordableErrors([...seen].flatMap(([found, { isAlone }]) => (isAlone ? [found] : [])));
  seen.clear();
  if (isWritingErrors) return;
  if (missing.length === 0) return;
  throw new Error(
    `The OpenAPI document does not list these errors:\n  ${missing.join('\n  ')}\n` +
      'If they are right, `TEST_WRITE_ERRORS=1 npx vitest run --mode postgres FILE` adds them, and `npm run codegen` lists them.',
  );
});
