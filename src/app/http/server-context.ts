import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import type { Context, Services } from '../../domain/core/context.ts';
import type { Meters } from '../../infra/metrics/meters.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import type { Reads } from '../process/reads.ts';
import type { Authenticate } from '../../domain/people/tokens/authenticate.ts';

export interface ServerParts {
  readonly config: Config;
  readonly services: Services;
  readonly db: Db;
  readonly reads: Reads;
  readonly authenticate: Authenticate;
  readonly meters: Meters;
  readonly tracing: Tracing | null;
}

/** Creates the context of an authenticated request. `signal` aborts its work, which reads from `reads`. */
export type ContextFor = (request: FastifyRequest, signal?: AbortSignal, reads?: Db) => Context;

/** The caller of an authenticated request. */
export function requireActor({ actor }: FastifyRequest): Actor {
  if (actor === null) throw new Error('A route was reached without authentication');
  return actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The route needs no token. */
    anonymous?: boolean;
    /** Requests without a token do not count against the limit of their address. */
    uncounted?: boolean;
    /** The route waits for background jobs. */
    longRunning?: boolean;
    /** The body may also be `multipart/form-data` with a file. */
    forms?: boolean;
  }
}
