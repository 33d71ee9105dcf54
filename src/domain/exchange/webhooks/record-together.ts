import type { Context } from '../../core/context.ts';
import { recordAccepted, recordAcceptedTogether, type Accepted, type ActiveWebhook } from './queries/deliveries.ts';

/** Records an attempt that was accepted. Returns the webhook as it is now; null when it is no longer active. */
export type RecordAccepted = (ctx: Context, accepted: Accepted) => Promise<ActiveWebhook | null>;

/** Attempts that are recorded in one statement at most. */
const mostTogether = 64;

interface Waiting {
  readonly accepted: Accepted;
  /** Takes the webhook as it was; undefined when its row was locked by others. */
  readonly resolve: (webhook: ActiveWebhook | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates what records the accepted attempts of all webhooks of a process: those that end while a statement is under way are in the next
 * one. A webhook whose row is locked by others is recorded alone, so that nothing else waits for them.
 */
export function createRecorder(): RecordAccepted {
  let waiting: Waiting[] = [];
  let isUnderWay = false;
  const recordNext = async (ctx: Context): Promise<void> => {
    const together = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    try {
      const webhooks = await recordAcceptedTogether(
        ctx.sql,
        together.map(({ accepted }) => accepted),
      );
      const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
      for (const { accepted, resolve } of together) resolve(byId.get(accepted.delivery.webhookId));
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };
  const recordAll = async (ctx: Context): Promise<void> => {
    isUnderWay = true;
    // One statement after the other.
    while (waiting.length > 0) await recordNext(ctx);
    isUnderWay = false;
  };
  return async (ctx, accepted) => {
    const webhook = await new Promise<ActiveWebhook | undefined>((resolve, reject) => {
      waiting.push({ accepted, resolve, reject });
      if (!isUnderWay) recordAll(ctx).catch(reject);
    });
    if (webhook === undefined) return recordAccepted(ctx.sql, accepted);
    return webhook.active ? webhook : null;
  };
}
