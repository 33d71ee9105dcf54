import type { Pool } from 'pg';
import type { Context } from '../domain/core/context.ts';
import { consumeDeliveries, type Delivery } from '../domain/core/jobs/deliveries.ts';
import type { EventReader } from '../domain/exchange/webhooks/compose.ts';
import { deliverDue } from '../domain/exchange/webhooks/deliver.ts';
import { failingFlag, findRecipient } from '../domain/exchange/webhooks/queries/queue.ts';
import type { EventRuns } from './event-runs.ts';
import { createFairTurns } from './fair-turns.ts';

export interface SendingOptions {
  readonly pool: Pool;
  /** Context for statements without a user. */
  readonly system: Context;
  readonly reader: EventReader;
  /** Number of webhooks to which this process sends at once. */
  readonly slots: number;
  /** How long a run begins further attempts, in milliseconds. */
  readonly budgetMs: number;
}

/**
 * Creates what sends webhooks the events that are due. An address may answer late or never, so one organization has all slots but
 * one at most, and addresses that fail have half of them.
 */
export function createSending(options: SendingOptions, runs: EventRuns): () => Promise<void> {
  const { pool, system, slots } = options;
  const turns = createFairTurns(slots);
  const sending = new Set<Delivery>();
  const failing = new Set<Delivery>();
  const mostFailing = Math.max(1, Math.floor(slots / 2));

  const run = (delivery: Delivery, begun: () => void) =>
    runs.run(delivery, async (ctx) => {
      const { jobId: webhookId } = delivery;
      const recipient = await findRecipient(system.sql, webhookId);
      if (recipient === null) return begun();
      const { organizationId, isFailing } = recipient;
      sending.add(delivery);
      turns.began(delivery, organizationId);
      if (isFailing) failing.add(delivery);
      begun();
      try {
        await deliverDue(ctx, webhookId, { ...options, isFailing });
      } finally {
        sending.delete(delivery);
        turns.ended(delivery);
        failing.delete(delivery);
      }
    });
  const take = consumeDeliveries({ pool, run, onError: runs.onQueueError });
  const takeBeside = (organizationIds: readonly string[]) =>
    take(failing.size < mostFailing ? organizationIds : [...organizationIds, failingFlag]);
  return async () => {
    while (!runs.isStopped() && sending.size < slots) {
      // oxlint-disable-next-line no-await-in-loop
      const taken = await turns.next(takeBeside);
      if (taken === null) return;
      runs.add(taken.done);
    }
  };
}
