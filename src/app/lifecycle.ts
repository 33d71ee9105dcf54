/** What the parts of a server know about its end. */
export interface Lifecycle {
  /** True while the first user and the demo are being made. */
  starting: boolean;
  /** True from the first signal on: nothing new should be sent here. */
  draining: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: Lifecycle;
  }
}
