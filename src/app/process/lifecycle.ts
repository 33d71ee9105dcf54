/** Whether the server is starting or stopping. All parts of a server share this state. */
export interface Lifecycle {
  /** True while the first user and the demo are being created. */
  starting: boolean;
  /** True from the first stop signal, so that load balancers send new requests elsewhere. */
  draining: boolean;
  /** When the process started, in milliseconds since 1970. */
  readonly startedAt: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: Lifecycle;
  }
}
