import type { Pool } from 'pg';
import { notifyPeople } from '../domain/authoring/notifications/notify.ts';
import { consumeDispatches, type Delivery } from '../domain/core/jobs/deliveries.ts';
import { dispatchEvents } from '../domain/exchange/webhooks/dispatch.ts';
import type { EventRuns } from './event-runs.ts';

/** Number of organizations of whose events a process tells at once. It calls no address, so it is the database that works. */
const slots = 4;

/**
 * Creates what gives the events of organizations to their webhooks and to the people whom they concern. A second job of an
 * organization would only wait for the first.
 */
export function createTelling(pool: Pool, runs: EventRuns): () => Promise<void> {
  const organizationIds = new Set<string>();
  const run = (delivery: Delivery, begun: () => void) =>
    runs.run(delivery, async (ctx) => {
      const { jobId: organizationId } = delivery;
      organizationIds.add(organizationId);
      begun();
      try {
        await dispatchEvents(ctx, organizationId);
        await notifyPeople(ctx, organizationId);
      } finally {
        organizationIds.delete(organizationId);
      }
    });
  const take = consumeDispatches({ pool, run, onError: runs.onQueueError });
  return async () => {
    while (!runs.isStopped() && organizationIds.size < slots) {
      // oxlint-disable-next-line no-await-in-loop
      const taken = await take([...organizationIds]);
      if (taken === null) return;
      runs.add(taken.done);
    }
  };
}
