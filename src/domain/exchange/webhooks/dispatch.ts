import { roleOfRank, type Role } from '../../../access/roles.ts';
import type { EventRow } from '../../../loaders/events.ts';
import type { WebhookRow } from '../../../loaders/webhooks.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { wantedOf } from '../../core/events/patterns.ts';
import type { EventTask } from '../../core/events/queries/tasks.ts';
import { listInstallationViews } from '../integrations/queries/events.ts';
import { publicBodies } from '../integrations/public-events.ts';
import type { Compose } from './compose.ts';
import { placeIdOf, receives, viewOf } from './places.ts';
import {
  commitDispatch,
  commitMissed,
  findCatchingUp,
  listInterested,
  listMissed,
  listRanksInside,
  listUndispatched,
  type NewDelivery,
} from './queries/dispatch.ts';

/** Number of events that are dispatched at once. */
const batchSize = 500;

/** Number of events at most whose bodies are made at once. With more, each webhook makes those that it sends next. */
const composedAtOnce = 16;

/**
 * Dispatches the events of an organization to its active webhooks: each event that a webhook wants becomes a delivery. Reads the
 * webhooks that may want some of them, and no others. The position up to which events were dispatched moves in the statement that
 * inserts the deliveries, so each event is dispatched exactly once. Webhooks of one place see the same, so they share the bodies of a few
 * events.
 */
export async function dispatchEvents(ctx: Context, task: EventTask, compose: Compose): Promise<void> {
  // One batch after the other.
  while (!ctx.signal.aborted && (await dispatchBatch(ctx, task, compose)));
  while (!ctx.signal.aborted && (await catchUp(ctx, task)));
}

/** Dispatches one batch. Returns whether there may be more events. */
async function dispatchBatch(ctx: Context, task: EventTask, compose: Compose): Promise<boolean> {
  const { organizationId } = task;
  const events = await listUndispatched(ctx.sql, organizationId, batchSize);
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return false;
  const webhooks = await listInterested(ctx.sql, organizationId, wantedOf(events));
  const deliveries = await withBodies(ctx, {
    deliveries: await deliveriesOf(ctx, webhooks, events),
    webhooks,
    events,
    compose,
  });
  const range = { after: first.after, upTo: last.position };
  if (!(await commitDispatch(ctx.sql, { task, ...range, deliveries, at: ctx.now() }))) return false;
  wake(ctx, deliveries);
  return events.length === batchSize;
}

/** Dispatches one batch to a webhook that has become active again. Returns whether there may be more. */
async function catchUp(ctx: Context, task: EventTask): Promise<boolean> {
  const webhook = await findCatchingUp(ctx.sql, task.organizationId);
  if (webhook === null) return false;
  const { id: webhookId, cursor: after } = webhook;
  const events = await listMissed(ctx.sql, webhook, batchSize);
  const deliveries = await deliveriesOf(ctx, [webhook], events);
  const range = { after, upTo: events.at(-1)?.position ?? after, isAll: events.length < batchSize };
  if (!(await commitMissed(ctx.sql, { task, webhookId, ...range, deliveries, at: ctx.now() }))) return false;
  wake(ctx, deliveries);
  return true;
}

const wake = ({ jobSignals }: Context, deliveries: readonly NewDelivery[]) =>
  deliveries.length > 0 && jobSignals.wakeSending(deliveries.map(({ webhookId }) => webhookId));

/** The deliveries that events become. Those for installations have their bodies, which depend on what these are now. */
async function deliveriesOf(
  ctx: Context,
  webhooks: readonly WebhookRow[],
  events: readonly EventRow[],
): Promise<NewDelivery[]> {
  if (webhooks.length === 0) return [];
  const roles = await rolesInside(ctx, webhooks, events);
  const installations = await listInstallationViews(ctx.sql, webhooks, events);
  const bodies = (webhook: WebhookRow, event: EventRow): readonly (string | null)[] => {
    const installation = installations.get(webhook.id);
    if (installation) return event.position > webhook.cursor ? publicBodies(installation, event) : [];
    return receives(webhook, event, roles.get(webhook.collectionId ?? '') ?? new Map()) ? [null] : [];
  };
  return webhooks.flatMap((webhook) =>
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
}

interface Composed {
  readonly deliveries: readonly NewDelivery[];
  readonly webhooks: readonly WebhookRow[];
  readonly events: readonly EventRow[];
  readonly compose: Compose;
}

/** Makes the bodies of a few events, once for the webhooks of each place. What cannot be made is left to each webhook. */
async function withBodies(ctx: Context, { deliveries, webhooks, events, compose }: Composed): Promise<NewDelivery[]> {
  if (events.length > composedAtOnce) return [...deliveries];
  const webhooksById = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const eventsById = new Map(events.map((event) => [event.id, event]));
  const views = new Map<string, Context>();
  const bodyOf = ({ webhookId, eventId }: NewDelivery): Promise<string | null> => {
    const [webhook, event] = [webhooksById.get(webhookId), eventsById.get(eventId)];
    if (!webhook || !event) return Promise.resolve(null);
    const place = placeIdOf(webhook) ?? '';
    const view = views.get(place) ?? actingAs(ctx, viewOf(webhook));
    views.set(place, view);
    return compose(view, webhook, event).catch(() => null);
  };
  return Promise.all(
    deliveries.map(async (delivery) => ({ ...delivery, body: delivery.body ?? (await bodyOf(delivery)) })),
  );
}

/** For each collection of a webhook, the role of its admins on what events belong to, by id. */
async function rolesInside(ctx: Context, webhooks: readonly WebhookRow[], events: readonly EventRow[]) {
  const collectionIds = webhooks.flatMap(({ collectionId }) => collectionId ?? []);
  const inside = new Map(collectionIds.map((id) => [id, new Map<string, Role | null>()]));
  if (collectionIds.length === 0) return inside;
  const ids = [...new Set(events.flatMap(({ spaceId, collectionId }) => spaceId ?? collectionId ?? []))];
  for (const { collectionId, id, rank } of await listRanksInside(ctx.sql, ids, collectionIds))
    inside.get(collectionId)?.set(id, roleOfRank(rank));
  return inside;
}
