import { roleOfRank, type Role } from '../../../access/roles.ts';
import type { EventRow } from '../../../loaders/events.ts';
import type { WebhookRow } from '../../../loaders/webhooks.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { listInstallationViews } from '../integrations/queries/events.ts';
import { publicBodies } from '../integrations/public-events.ts';
import { isTold } from './places.ts';
import {
  insertDeliveries,
  listEventsAfter,
  listInCollections,
  lockActiveWebhooks,
  moveCursors,
} from './queries/dispatch.ts';
import { addDelivery } from './queries/queue.ts';

/** Number of events that one transaction gives to the webhooks. */
const batchSize = 500;

/**
 * Gives the events of an organization to its active webhooks: each event after the cursor of a webhook that matches becomes a
 * delivery. The cursor moves in the same transaction, so each event is given exactly once.
 */
export async function dispatchEvents(ctx: Context, organizationId: string): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one batch after the other
  while (!ctx.signal.aborted && (await dispatchBatch(ctx, organizationId)));
}

/** Gives one batch. Returns whether there may be more events. */
const dispatchBatch = (outer: Context, organizationId: string): Promise<boolean> =>
  transact(outer, async (ctx) => {
    const webhooks = await lockActiveWebhooks(ctx.sql, organizationId);
    if (webhooks.length === 0) return false;
    const after = Math.min(...webhooks.map(({ cursor }) => cursor));
    const events = await listEventsAfter(ctx.sql, organizationId, after, batchSize);
    const last = events.at(-1);
    if (last === undefined) return false;
    const inside = await collectionsOf(ctx, webhooks);
    const installations = await listInstallationViews(ctx.sql, webhooks, events);
    const bodies = (webhook: WebhookRow, event: EventRow): readonly (string | null)[] => {
      const installation = installations.get(webhook.id);
      if (installation) return event.position > webhook.cursor ? publicBodies(installation, event) : [];
      return isTold(webhook, event, inside.get(webhook.id) ?? new Map()) ? [null] : [];
    };
    const deliveries = webhooks.flatMap((webhook) =>
      events.flatMap((event) =>
        bodies(webhook, event).map((body) => ({
          id: ctx.newId('dlv'),
          webhookId: webhook.id,
          eventId: event.id,
          position: event.position,
          type: event.type,
          body,
        })),
      ),
    );
    await moveCursors(
      ctx.sql,
      webhooks.map(({ id }) => id),
      last.position,
    );
    if (deliveries.length > 0) {
      await insertDeliveries(ctx.sql, deliveries, ctx.now());
      await addDelivery(ctx.sql, [...new Set(deliveries.map(({ webhookId }) => webhookId))]);
      ctx.afterCommit(() => ctx.jobSignals.wakeDeliveries());
    }
    return events.length === batchSize;
  });

/** The collections and spaces in the collection of each webhook that has one, with the role of its admins on each. */
async function collectionsOf(
  ctx: Context,
  webhooks: readonly WebhookRow[],
): Promise<Map<string, Map<string, Role | null>>> {
  const ids = webhooks.filter(({ collectionId }) => collectionId !== null).map(({ id }) => id);
  const inside = new Map(ids.map((id) => [id, new Map<string, Role | null>()]));
  if (ids.length > 0)
    for (const { webhookId, id, rank } of await listInCollections(ctx.sql, ids))
      inside.get(webhookId)?.set(id, roleOfRank(rank));
  return inside;
}
