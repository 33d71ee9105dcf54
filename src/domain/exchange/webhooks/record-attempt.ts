import type { WebhookDeliveryRow, WebhookRow } from '../../../loaders/webhooks.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import type { DisabledReason } from './fields.ts';
import { findActiveWebhook, lockWebhookRow, writeAttempt, type ActiveWebhook } from './queries/deliveries.ts';
import { delayBefore, hasFailedTooLong } from './schedule.ts';
import { isAccepted, type Attempt } from './attempt.ts';
import type { RecordAccepted } from './record-together.ts';
import { dispatchedOf } from './queries/restart.ts';
import { ofWebhook } from './webhooks.ts';

const gone = 410;

interface RecordedAttempt {
  readonly delivery: WebhookDeliveryRow;
  readonly attempt: Attempt;
  /** Records one that was accepted. */
  readonly record: RecordAccepted;
}

interface Recorded {
  readonly isAccepted: boolean;
  /** The webhook as it is now; null when it is no longer active. */
  readonly next: ActiveWebhook | null;
}

/**
 * Records an attempt, with the time of the next one. Deactivates the webhook when the address wants nothing more or has failed
 * for too long. Another process may have recorded the attempt of an interrupted run before; then it changes nothing.
 */
export async function recordAttempt(ctx: Context, { delivery, attempt, record }: RecordedAttempt): Promise<Recorded> {
  if (isAccepted(attempt)) return { isAccepted: true, next: await record(ctx, { delivery, attempt, at: ctx.now() }) };
  await recordFailure(ctx, delivery, attempt);
  return { isAccepted: false, next: await findActiveWebhook(ctx.sql, delivery.webhookId) };
}

const recordFailure = (outer: Context, delivery: WebhookDeliveryRow, attempt: Attempt) =>
  transact(outer, async (ctx) => {
    const webhook = await lockWebhookRow(ctx.sql, delivery.webhookId);
    if (webhook === null) return;
    const now = ctx.now();
    const nextAttemptAt = nextAttempt(delivery, attempt, now);
    const state = nextAttemptAt === null ? 'failed' : 'pending';
    const isWritten = await writeAttempt(ctx.sql, { delivery, attempt, state, nextAttemptAt, at: now });
    if (isWritten) await noteFailure(ctx, webhook, attempt, now);
  });

function nextAttempt({ step }: WebhookDeliveryRow, { status, retryAfterMs }: Attempt, now: Date): Date | null {
  const delay = status === gone ? null : delayBefore(step + 1, Math.random(), retryAfterMs);
  return delay === null ? null : new Date(now.getTime() + delay);
}

async function noteFailure(ctx: Context, webhook: WebhookRow, { status }: Attempt, now: Date): Promise<void> {
  const failures = webhook.failures + 1;
  const failingSince = webhook.failingSince === null ? now : new Date(webhook.failingSince);
  const failing = hasFailedTooLong(failures, failingSince, now) ? 'failing' : null;
  const reason: DisabledReason | null = status === gone ? 'gone' : failing;
  const ends = reason !== null && webhook.active;
  const ended = ends && {
    active: false,
    disabledReason: reason,
    disabledAt: now,
    cursor: await dispatchedOf(ctx.sql, webhook),
  };
  await ctx.db.webhook.update({ where: { id: webhook.id }, data: { failures, failingSince, ...ended } });
  if (ends) ctx.emit('webhook.disabled', ofWebhook(webhook), { reason });
}
