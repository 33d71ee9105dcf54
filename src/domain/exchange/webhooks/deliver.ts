import type { WebhookDeliveryRow } from '../../../loaders/webhooks.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import type { EventTask } from '../../core/events/queries/tasks.ts';
import type { TakeStep } from '../../../lib/background-steps.ts';
import type { Compose } from './compose.ts';
import { viewOf } from './places.ts';
import { findActiveWebhook, keepBodies, listDue, listEventsById } from './queries/deliveries.ts';
import { recordAttempt } from './record-attempt.ts';
import type { RecordAccepted } from './record-together.ts';
import type { Attempt } from './attempt.ts';
import { send } from './send.ts';
import type { SendingWebhook } from './webhooks.ts';

/** Number of attempts at once for one webhook. */
const atOnce = 4;

/** Number of first attempts, and of retries, that are read at once. Their bodies are made together. */
const pageSize = 8;

/** How often a webhook looks for what other processes have dispatched to it while a call is under way, in milliseconds. */
const lookEveryMs = 1_000;

export interface SendingRun {
  readonly compose: Compose;
  /** Records an attempt that was accepted. */
  readonly record: RecordAccepted;
  /** Waits until this process may begin the next call. */
  readonly takeStep: TakeStep;
  /** How long further attempts may begin, in milliseconds, when others wait. */
  readonly budgetMs: number;
  /** Whether another webhook may wait for this one to end. */
  readonly othersWait: () => boolean;
}

/**
 * Sends a webhook what is due: first attempts in the order of the events, at most four at once, and retries beside them. An attempt
 * that takes long holds up no other: the next one begins as soon as one of the four has ended. The webhook is read after each attempt,
 * so that none begins by what it was before. Ends when nothing is due, when the webhook is no longer active, when it begins to fail,
 * and when its time is over and others wait. An attempt that was interrupted is made again, so each event comes at least once.
 */
export async function sendDue(ctx: Context, { key: webhookId, isFailing }: EventTask, run: SendingRun): Promise<void> {
  const { compose, record, takeStep, budgetMs, othersWait } = run;
  const endsAt = performance.now() + budgetMs;
  const calls = new Map<string, Promise<void>>();
  const news = createNews(ctx, webhookId);
  let webhook = await findActiveWebhook(ctx.sql, webhookId);
  let hasEnded = webhook === null;
  let ready: readonly WebhookDeliveryRow[] = [];
  const call = async (delivery: WebhookDeliveryRow) => {
    await takeStep(ctx.signal);
    const current = webhook;
    if (current === null || hasEnded) return void calls.delete(delivery.id);
    const { isAccepted, next } = await recordAttempt(ctx, {
      delivery,
      attempt: await attempt(ctx, current, delivery),
      record,
    });
    calls.delete(delivery.id);
    if (next === null || (!isAccepted && !isFailing)) hasEnded = true;
    else if (webhook !== null && next.updatedAt >= webhook.updatedAt) webhook = next;
    if (performance.now() >= endsAt && othersWait()) hasEnded = true;
  };
  try {
    for (;;) {
      // One page after the other.
      if (webhook !== null && !hasEnded && calls.size < atOnce && ready.length === 0 && news.take()) {
        const due = await listDue(ctx.sql, webhookId, { now: ctx.now(), limit: pageSize, without: [...calls.keys()] });
        if (due.length >= pageSize) news.add();
        ready = await withBodies(ctx, webhook, { due, compose });
      }
      const [delivery, ...others] = ready;
      if (webhook !== null && !hasEnded && calls.size < atOnce && delivery) {
        ready = others;
        calls.set(delivery.id, call(delivery));
      } else if (calls.size > 0)
        await Promise.race([...calls.values(), ...(hasEnded || calls.size === atOnce ? [] : [news.wait()])]);
      else if (hasEnded || !news.isThere()) return;
    }
  } finally {
    news.stop();
    await Promise.allSettled(calls.values());
  }
}

/** Whether there may be something to send that was not read: at first, when this process has dispatched it, and now and then. */
function createNews({ jobSignals }: Context, webhookId: string) {
  let isThere = true;
  let ring: () => void = () => undefined;
  const add = () => {
    isThere = true;
    ring();
  };
  const timer = setInterval(add, lookEveryMs).unref();
  const off = jobSignals.onWakeSending((ids) => ids.includes(webhookId) && add());
  return {
    add,
    isThere: () => isThere,
    take: () => {
      const was = isThere;
      isThere = false;
      return was;
    },
    /** Resolves when there may be something. */
    wait: () => new Promise<void>((resolve) => (isThere ? resolve() : (ring = resolve))),
    stop: () => {
      off();
      clearInterval(timer);
    },
  };
}

interface Due {
  readonly due: readonly WebhookDeliveryRow[];
  readonly compose: Compose;
}

/** Makes the bodies that deliveries lack, and keeps them for all attempts. One whose event is gone remains without. */
async function withBodies(ctx: Context, webhook: SendingWebhook, { due, compose }: Due): Promise<WebhookDeliveryRow[]> {
  const lacking = due.filter(({ body }) => body === null);
  if (lacking.length === 0) return [...due];
  const eventIds = lacking.map(({ eventId }) => eventId);
  const events = new Map((await listEventsById(ctx.sql, eventIds)).map((event) => [event.id, event]));
  const view = actingAs(ctx, viewOf(webhook));
  const composed = await Promise.all(
    lacking.map(async ({ id, eventId }) => {
      const event = events.get(eventId);
      return event ? [{ id, body: await compose(view, webhook, event) }] : [];
    }),
  );
  const bodies = await keepBodies(ctx.sql, composed.flat());
  return due.map((delivery) => ({ ...delivery, body: delivery.body ?? bodies.get(delivery.id) ?? null }));
}

async function attempt(ctx: Context, webhook: SendingWebhook, { eventId, body }: WebhookDeliveryRow): Promise<Attempt> {
  ctx.signal.throwIfAborted();
  return body === null ? noLongerKept : await send(ctx, webhook, { id: eventId, body });
}

const noLongerKept: Attempt = {
  status: null,
  response: null,
  error: 'The event is no longer kept',
  durationMs: 0,
  retryAfterMs: null,
};
