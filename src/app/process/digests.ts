import { asOperator } from '../../domain/core/acting.ts';
import { queueDigests } from '../../domain/authoring/digests/queue.ts';
import { contextOf, originOf } from './context.ts';
import type { Platform } from './platform.ts';

const everyMs = 60_000;

/**
 * Looks about every minute for digests that are due, where a mail server is configured. Several processes may do so on one database.
 * Returns a function that stops it.
 */
export function startDigests({ db, services }: Pick<Platform, 'db' | 'services'>): () => Promise<void> {
  if (services.mailer === null) return () => Promise.resolve();
  const system = contextOf(services, db, asOperator('nobody'), { requestId: 'digests', origin: originOf('service') });
  let looking: Promise<unknown> = Promise.resolve();
  const look = () => {
    looking = queueDigests(system).catch((error: unknown) =>
      services.log.warn({ err: error }, 'digests could not be looked for'),
    );
  };
  // Randomized, so that processes do not look at the same time.
  const timer = setInterval(look, everyMs * (0.9 + Math.random() * 0.2)).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
