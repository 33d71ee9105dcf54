import type { FastifyInstance } from 'fastify';
import { failure, type DomainError } from '../../lib/errors.ts';

const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods of the path of this URL, as the value of Allow; null for an unknown path. */
    allowedOn(url: string): string | null;
  }
  interface FastifyContextConfig {
    /** The route only rejects unsupported methods. */
    refuses?: boolean;
  }
}

interface Path {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Responds to OPTIONS on every path with its methods, without authentication. Also provides them for 405 responses. */
export function registerMethods(app: FastifyInstance): void {
  const paths = new Map<string, Path>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refuses) return;
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    paths.set(url, path);
    for (const name of [method].flat()) path.methods.add(name);
  });
  app.decorate('allowedOn', (url: string) => {
    const [pathname = ''] = url.split('?');
    const matching = [...paths].filter(([, { pattern }]) => pattern.test(pathname));
    // In the order of the router: static segments, then parameters, then wildcards.
    const [nearest] = matching.toSorted(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1));
    if (!nearest) return null;
    return order.filter((method) => nearest[1].methods.has(method)).join(', ');
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done();
    const allow = app.allowedOn(request.url);
    return allow === null ? done() : void reply.code(204).header('allow', `${allow}, OPTIONS`).send();
  });
}

/** Why no route matched: 405 for a path with other methods, else 404. */
export function noRouteFailure(app: FastifyInstance, method: string, url: string): DomainError & { allow?: string } {
  const allow = app.allowedOn(url);
  if (allow !== null && !allow.split(', ').includes(method))
    return Object.assign(failure('method_not_allowed', `This path supports ${allow}`), { allow });
  return failure('route_not_found', `No such path: ${method} ${url.split('?')[0] ?? ''}`.slice(0, 300));
}

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll(/:\w+/g, '[^/]+')}$`,
  );

const rankOf = (url: string) => url.replaceAll(':', '\u{fffe}').replaceAll('*', '\u{ffff}');
