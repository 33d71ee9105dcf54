/** State of the shutdown that is shared by the parts of a server. */
export interface Lifecycle {
  /** True while the first user and the demo are being created. */
  starting: boolean;
  /** True from the first stop signal: new requests should go elsewhere. */
  draining: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: Lifecycle;
  }
}
