import type { Pool } from 'pg';
import type { Context } from '../domain/core/context.ts';
import { notifyPeople } from '../domain/authoring/notifications/notify.ts';
import { dispatchTask } from '../domain/core/events/fields.ts';
import { consumeDeliveries, type Delivery } from '../domain/core/jobs/deliveries.ts';
import type { ReadResource } from '../domain/exchange/webhooks/compose.ts';
import { deliverDue } from '../domain/exchange/webhooks/deliver.ts';
import { dispatchEvents } from '../domain/exchange/webhooks/dispatch.ts';
import { failingFlag, isFailing } from '../domain/exchange/webhooks/queries/queue.ts';
import { createEventRuns, type EventRunsOptions } from './event-runs.ts';
import type { Slots } from './slots.ts';

export interface DeliverySlotsOptions extends EventRunsOptions {
  readonly pool: Pool;
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
  const runs = createEventRuns(options, onFree);
  const failing = new Set<Delivery>();

  const run = (delivery: Delivery, begun: () => void) =>
    runs.run(delivery, async (ctx) => {
      const { jobId, task } = delivery;
      const fails = task !== dispatchTask && (await isFailing(system.sql, jobId));
      if (fails) failing.add(delivery);
      begun();
      try {
        if (task === dispatchTask) await tell(ctx, jobId);
        else await deliverDue(ctx, jobId, { ...options, isFailing: fails });
      } finally {
        failing.delete(delivery);
      }
    });
  const take = consumeDeliveries({
    pool,
    run,
    onError: (error) => system.log.warn({ err: error }, 'a statement of the job queue failed'),
  });

  return {
    ...runs,
    fill: async () => {
      while (!runs.isStopped() && runs.underWay.size < slots) {
        const isFull = failing.size >= Math.max(1, Math.floor(slots / 2));
        // oxlint-disable-next-line no-await-in-loop
        const taken = await take(isFull ? [failingFlag] : []);
        if (taken === null) return;
        runs.add(taken.done);
      }
    },
  };
}

/** Gives the events of an organization to its webhooks and to the people whom they concern. */
async function tell(ctx: Context, organizationId: string): Promise<void> {
  await dispatchEvents(ctx, organizationId);
  await notifyPeople(ctx, organizationId);
}
