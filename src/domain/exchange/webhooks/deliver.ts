import pMap from 'p-map';
import type { WebhookDeliveryRow } from '../../../loaders/webhooks.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { composeBody, type ReadResource } from './compose.ts';
import { viewOf } from './places.ts';
import { findActiveWebhook, findEvent, keepBody, listDue } from './queries/deliveries.ts';
import { addDelivery, addRetry } from './queries/queue.ts';
import { recordAttempt } from './record-attempt.ts';
import type { Attempt } from './attempt.ts';
import { send } from './send.ts';
import type { SendingWebhook } from './webhooks.ts';

/** Number of attempts at once for one webhook. */
const atOnce = 4;

/** Number of first attempts, and of retries, that are read at once. */
const pageSize = 20;

export interface DeliveryRun {
  readonly readResource: ReadResource;
  /** How long further attempts may begin, in milliseconds, so that other webhooks have their turn. */
  readonly budgetMs: number;
}

/**
 * Sends a webhook what is due: first attempts in the order of the events, at most four at once, and retries beside them. A
 * webhook whose attempts begin to fail gives its turn away. What is left, and the next retry, are jobs of their own. An attempt
 * that was interrupted is made again, so each event comes at least once.
 */
export async function deliverDue(
  ctx: Context,
  webhookId: string,
  { readResource, budgetMs }: DeliveryRun,
): Promise<void> {
  const endsAt = performance.now() + budgetMs;
  for (;;) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const webhook = await findActiveWebhook(ctx.sql, webhookId);
    if (webhook === null) return;
    const due = await listDue(ctx.sql, webhookId, ctx.now(), pageSize);
    if (due.length === 0) break;
    const attempts = await pMap(due, (delivery) => attempt(ctx, { webhook, delivery, readResource }), {
      concurrency: atOnce,
    });
    const beginsToFail = webhook.failures === 0 && attempts.includes('failed');
    if (beginsToFail || performance.now() >= endsAt) {
      await addDelivery(ctx.sql, [webhookId]);
      return ctx.jobSignals.wakeDeliveries();
    }
    // oxlint-enable no-await-in-loop
  }
  await addRetry(ctx.sql, webhookId, ctx.now());
}

interface AttemptOptions {
  readonly webhook: SendingWebhook;
  readonly delivery: WebhookDeliveryRow;
  readonly readResource: ReadResource;
}

async function attempt(
  ctx: Context,
  { webhook, delivery, readResource }: AttemptOptions,
): Promise<'accepted' | 'failed'> {
  ctx.signal.throwIfAborted();
  const body = delivery.body ?? (await firstBody(ctx, { webhook, delivery, readResource }));
  const made = body === null ? noLongerKept : await send(ctx, webhook, { id: delivery.eventId, body });
  return recordAttempt(ctx, delivery, made);
}

const noLongerKept: Attempt = {
  status: null,
  response: null,
  error: 'The event is no longer kept',
  durationMs: 0,
  retryAfterMs: null,
};

/** Makes the body and keeps it, for the next attempts; null when the event was deleted meanwhile. */
async function firstBody(ctx: Context, { webhook, delivery, readResource }: AttemptOptions): Promise<string | null> {
  const event = await findEvent(ctx.sql, delivery.eventId);
  if (event === null) return null;
  const body = await composeBody(actingAs(ctx, viewOf(webhook)), event, readResource);
  return keepBody(ctx.sql, delivery.id, body);
}
