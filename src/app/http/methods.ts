import type { FastifyInstance } from 'fastify';
import { failure, type DomainError } from '../../lib/errors.ts';

const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods of a URL's path as the value of an Allow header, or null for an unknown path. */
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

/** Answers OPTIONS on every path with its methods, without authentication, and provides them for 405 responses. */
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
    // The router prefers static segments to parameters, and parameters to wildcards.
    const [nearest] = matching.toSorted(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1));
    if (!nearest) return null;
    return order.filter((method) => nearest[1].methods.has(method)).join(', ');
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS' || request.siteHost !== null) return done();
    const allow = app.allowedOn(request.url);
    return allow === null ? done() : void reply.code(204).header('allow', `${allow}, OPTIONS`).send();
  });
}

/** Returns the failure for a request that no route matched: 405 if the path has other methods, otherwise 404. */
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
