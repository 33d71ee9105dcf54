import type { WebhookDeliveryRow, WebhookRow } from '../../../loaders/webhooks.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import type { DisabledReason } from './fields.ts';
import { lockWebhookRow, writeAttempt } from './queries/deliveries.ts';
import { delayBefore, hasFailedTooLong } from './schedule.ts';
import { isAccepted, type Attempt } from './attempt.ts';
import { ofWebhook } from './webhooks.ts';

const gone = 410;

/**
 * Records an attempt, with the time of the next one. Deactivates the webhook when the address wants nothing more or has failed
 * for too long. Another process may have recorded the attempt of an interrupted run before; then it changes nothing.
 */
export async function recordAttempt(
  outer: Context,
  delivery: WebhookDeliveryRow,
  attempt: Attempt,
): Promise<'accepted' | 'failed'> {
  const accepted = isAccepted(attempt);
  await transact(outer, async (ctx) => {
    const webhook = await lockWebhookRow(ctx.sql, delivery.webhookId);
    if (webhook === null) return;
    const now = ctx.now();
    const nextAttemptAt = accepted ? null : nextAttempt(delivery, attempt, now);
    const ended = accepted ? 'delivered' : 'failed';
    const state = nextAttemptAt === null ? ended : 'pending';
    const isWritten = await writeAttempt(ctx.sql, { delivery, attempt, state, nextAttemptAt, at: now });
    if (!isWritten) return;
    if (accepted) await noteSuccess(ctx, webhook, delivery);
    else await noteFailure(ctx, webhook, attempt, now);
  });
  return accepted ? 'accepted' : 'failed';
}

function nextAttempt({ step }: WebhookDeliveryRow, { status, retryAfterMs }: Attempt, now: Date): Date | null {
  const delay = status === gone ? null : delayBefore(step + 1, Math.random(), retryAfterMs);
  return delay === null ? null : new Date(now.getTime() + delay);
}

async function noteSuccess(ctx: Context, { id, delivered, failures }: WebhookRow, { position }: WebhookDeliveryRow) {
  if (failures === 0 && delivered >= position) return;
  const data = { failures: 0, failingSince: null, delivered: Math.max(delivered, position) };
  await ctx.db.webhook.update({ where: { id }, data });
}

async function noteFailure(ctx: Context, webhook: WebhookRow, { status }: Attempt, now: Date): Promise<void> {
  const failures = webhook.failures + 1;
  const failingSince = webhook.failingSince === null ? now : new Date(webhook.failingSince);
  const failing = hasFailedTooLong(failures, failingSince, now) ? 'failing' : null;
  const reason: DisabledReason | null = status === gone ? 'gone' : failing;
  const ends = reason !== null && webhook.active;
  await ctx.db.webhook.update({
    where: { id: webhook.id },
    data: { failures, failingSince, ...(ends ? { active: false, disabledReason: reason, disabledAt: now } : {}) },
  });
  if (ends) ctx.emit('webhook.disabled', ofWebhook(webhook), { reason });
}
