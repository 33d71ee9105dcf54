import pMap from 'p-map';
import type { WebhookDeliveryRow } from '../../../loaders/webhooks.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { composeBody, type EventReader } from './compose.ts';
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
  readonly reader: EventReader;
  /** How long further attempts may begin, in milliseconds, so that other webhooks have their turn. */
  readonly budgetMs: number;
  /** Whether the turn is one for addresses that fail. Otherwise it ends with the first attempt that fails. */
  readonly isFailing: boolean;
}

/** Why a run ends: the webhook is no longer active, or others have their turn first. */
type End = 'inactive' | 'later';

/**
 * Sends a webhook what is due: first attempts in the order of the events, at most four at once, and retries beside them. The
 * webhook is read before each attempt, so that none begins after it has changed. What is left, and the next retry, are jobs of
 * their own. An attempt that was interrupted is made again, so each event comes at least once.
 */
export async function deliverDue(ctx: Context, webhookId: string, run: DeliveryRun): Promise<void> {
  const { reader, budgetMs, isFailing } = run;
  const endsAt = performance.now() + budgetMs;
  const turn: { end: End | null } = { end: null };
  const deliver = async (delivery: WebhookDeliveryRow) => {
    if (turn.end !== null) return;
    const webhook = await findActiveWebhook(ctx.sql, webhookId);
    if (webhook === null) return void (turn.end = 'inactive');
    const outcome = await attempt(ctx, { webhook, delivery, reader });
    const isOver = performance.now() >= endsAt || (outcome === 'failed' && !isFailing);
    if (isOver) turn.end ??= 'later';
  };
  while (turn.end === null) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const due = await listDue(ctx.sql, webhookId, ctx.now(), pageSize);
    if (due.length === 0) return void (await addRetry(ctx.sql, webhookId, ctx.now()));
    await pMap(due, deliver, { concurrency: atOnce });
    // oxlint-enable no-await-in-loop
  }
  if (turn.end === 'inactive') return;
  await addDelivery(ctx.sql, [webhookId]);
  ctx.jobSignals.wakeDeliveries();
}

interface AttemptOptions {
  readonly webhook: SendingWebhook;
  readonly delivery: WebhookDeliveryRow;
  readonly reader: EventReader;
}

async function attempt(ctx: Context, { webhook, delivery, reader }: AttemptOptions): Promise<'accepted' | 'failed'> {
  ctx.signal.throwIfAborted();
  const body = delivery.body ?? (await firstBody(ctx, { webhook, delivery, reader }));
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
async function firstBody(ctx: Context, { webhook, delivery, reader }: AttemptOptions): Promise<string | null> {
  const event = await findEvent(ctx.sql, delivery.eventId);
  if (event === null) return null;
  const body = await composeBody(actingAs(ctx, viewOf(webhook)), event, reader);
  return keepBody(ctx.sql, delivery.id, body);
}
