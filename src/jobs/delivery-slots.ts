import { setMaxListeners } from 'node:events';
import type { Pool } from 'pg';
import type { Context } from '../domain/core/context.ts';
import { notifyPeople } from '../domain/authoring/notifications/notify.ts';
import { dispatchTask } from '../domain/core/events/fields.ts';
import { consumeDeliveries, type Delivery } from '../domain/core/jobs/deliveries.ts';
import { releaseWorkers } from '../domain/core/jobs/queries/runs.ts';
import type { ReadResource } from '../domain/exchange/webhooks/compose.ts';
import { deliverDue } from '../domain/exchange/webhooks/deliver.ts';
import { dispatchEvents } from '../domain/exchange/webhooks/dispatch.ts';
import { failingFlag, isFailing } from '../domain/exchange/webhooks/queries/queue.ts';
import type { Slots } from './slots.ts';
import { abandonMs, createUnderWay } from './under-way.ts';

export interface DeliverySlotsOptions {
  readonly pool: Pool;
  /** Context for statements without a user. */
  readonly system: Context;
  /** Creates a context for a run. */
  readonly contextFor: (requestId: string, signal: AbortSignal) => Context;
  readonly readResource: ReadResource;
  /** Number of jobs that this process runs concurrently. */
  readonly slots: number;
  /** How long a run begins further attempts, in milliseconds. */
  readonly budgetMs: number;
}

/**
 * Creates the slots in which events are given to webhooks. Addresses that fail take up half of them at most, so that those which
 * answer have the others. Calls `onFree` when another job may be taken.
 */
export function createDeliverySlots(options: DeliverySlotsOptions, onFree: () => void): Slots {
  const { system, pool, slots } = options;
  const underWay = createUnderWay(onFree);
  const workers = new Set<string>();
  const stopping = new AbortController();
  // Each call that is under way listens, so Node would warn of a leak.
  setMaxListeners(0, stopping.signal);
  let failing = 0;

  const run = async (delivery: Delivery, begun: () => void) => {
    const { jobId, task, worker } = delivery;
    workers.add(worker);
    const fails = task !== dispatchTask && (await isFailing(system.sql, jobId));
    if (fails) failing += 1;
    begun();
    try {
      const ctx = options.contextFor(jobId, stopping.signal);
      if (task === dispatchTask) await tell(ctx, jobId);
      else await deliverDue(ctx, jobId, options);
    } catch (error) {
      if (!stopping.signal.aborted) system.log.error({ err: error, reason: task }, 'events could not be delivered');
      throw error;
    } finally {
      workers.delete(worker);
      if (fails) failing -= 1;
    }
  };
  const take = consumeDeliveries({
    pool,
    run,
    onError: (error) => system.log.warn({ err: error }, 'a statement of the job queue failed'),
  });

  return {
    underWay: underWay.runs,
    workers: () => [...workers],
    fill: async () => {
      while (!stopping.signal.aborted && underWay.runs.size < slots) {
        const isFull = failing >= Math.max(1, Math.floor(slots / 2));
        // oxlint-disable-next-line no-await-in-loop
        const taken = await take(isFull ? [failingFlag] : []);
        if (taken === null) return;
        underWay.add(taken.done);
      }
    },
    empty: async (graceMs) => {
      if (graceMs > 0) await underWay.within(graceMs);
      const stopped = [...workers];
      stopping.abort(new Error('The process shuts down'));
      await underWay.within(abandonMs);
      if (stopped.length > 0)
        await releaseWorkers(system.sql, stopped).catch((error: unknown) =>
          system.log.warn({ err: error }, 'deliveries could not be returned to the queue'),
        );
    },
  };
}

/** Gives the events of an organization to its webhooks and to the people whom they concern. */
async function tell(ctx: Context, organizationId: string): Promise<void> {
  await dispatchEvents(ctx, organizationId);
  await notifyPeople(ctx, organizationId);
}
