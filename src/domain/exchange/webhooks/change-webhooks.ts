import type * as z from 'zod';
import { encrypt } from '../../../lib/encryption.ts';
import { failure, invalid, referenceNotFound } from '../../../lib/errors.ts';
import { unpairId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import { findStream } from '../../core/events/queries/events.ts';
import { lockTree } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import type { PlacedWebhookRow } from '../../../loaders/webhooks.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import { authorizedPlace } from './authorized-place.ts';
import { formerSecretMs, maxWebhooks } from './fields.ts';
import { requirePatterns, requireTypes } from './patterns.ts';
import { isOfOrganization, type WebhookPlace } from './places.ts';
import { lockWebhookRow } from './queries/deliveries.ts';
import { beginDispatch } from './queries/dispatch.ts';
import {
  addDispatch,
  addSendings,
  dispatchedOf,
  endPending,
  listWaitingTypes,
  restartUndelivered,
} from './queries/restart.ts';
import { newWebhookSecret } from './sign.ts';
import { requireSafeTarget } from './target.ts';
import { authorizedWebhook, getWebhook, ofWebhook, secretOwner, type Webhook, type WebhookKey } from './webhooks.ts';
import type { UpdateWebhookInput } from './inputs.ts';

interface NewWebhook {
  readonly organizationId: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly spaceId?: string | undefined;
  readonly collectionId?: string | undefined;
  readonly siteId?: string | undefined;
  readonly pageId?: string | undefined;
  readonly description?: string | undefined;
  readonly active: boolean;
}

/** A webhook with its secret, which is shown once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/**
 * Adds a webhook. Requires `admin` of what it belongs to, and a token with the scopes of its types. Throws not_found, forbidden,
 * reference_not_found, validation_failed; invalid_state beyond the limit.
 */
export function createWebhook(outer: Context, input: NewWebhook): Promise<WebhookWithSecret> {
  return transact(outer, async (ctx) => {
    const { organizationId, url, types, description = null, active } = input;
    await getOrganization(ctx, organizationId);
    await lockTree(ctx, organizationId);
    const place = await authorizedPlace(ctx, input);
    const pageId = await findPageId(ctx, place, input.pageId);
    requirePatterns(ctx.actor, types);
    requireSafeTarget(ctx, url, 'input.url');
    await requireRoom(ctx, place);
    const id = ctx.newId('whk');
    const secret = newWebhookSecret();
    const now = ctx.now();
    await beginDispatch(ctx.sql, organizationId);
    const { position = 0 } = (await findStream(ctx.sql, organizationId)) ?? {};
    await ctx.db.webhook.create({
      data: {
        ...place,
        id,
        pageId,
        url,
        types: [...new Set(types)],
        description,
        active,
        sealedSecret: encrypt(ctx.encryptionKey, secret, secretOwner(id)),
        cursor: position,
        delivered: position,
        createdAt: now,
        updatedAt: now,
      },
    });
    const webhook = await getWebhook(ctx, { organizationId, webhookId: id });
    ctx.emit('webhook.created', ofWebhook(webhook));
    return { webhook, secret };
  });
}

/** The page of the main content of a space that an id names, which may be its id in GraphQL. Null without one. */
async function findPageId(ctx: Context, { spaceId }: WebhookPlace, given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  const space = spaceId === null ? null : await ctx.loaders.space.load(spaceId);
  if (space === null) throw invalid('input.pageId', 'needs the space of the page', 'requires');
  const pageId = unpairId(given, [space.id, space.revisionId]);
  const page = await ctx.loaders.mainPage.load(`${space.id} ${pageId}`);
  if (page === null) throw referenceNotFound('input.pageId', 'page', given);
  return pageId;
}

async function requireRoom(ctx: Context, place: WebhookPlace): Promise<void> {
  const most = isOfOrganization(place) ? maxWebhooks.organization : maxWebhooks.place;
  if ((await ctx.db.webhook.count({ where: { ...place, types: { isEmpty: false } } })) < most) return;
  throw failure(
    'invalid_state',
    `${isOfOrganization(place) ? 'An organization' : 'A place'} has at most ${most} webhooks`,
  );
}

type WebhookChanges = z.output<typeof UpdateWebhookInput>;

/**
 * Updates a webhook. Requires as `createWebhook`, for the types before and after and for what another address would be sent.
 * One that becomes active again continues after the latest event or, with `lastDelivered`, after the last one that it has
 * accepted. Throws cursor_expired when events after that are no longer kept.
 */
export function updateWebhook(outer: Context, key: WebhookKey, given: WebhookChanges): Promise<Webhook> {
  return transact(outer, async (ctx) => {
    const webhook = await lockWebhook(ctx, key);
    const { resumeFrom = 'now', ...changes } = given;
    requirePatterns(ctx.actor, [...webhook.types, ...(changes.types ?? [])]);
    if (changes.url !== undefined) {
      requireTypes(ctx.actor, await listWaitingTypes(ctx.sql, webhook.id));
      requireSafeTarget(ctx, changes.url, 'input.url');
    }
    const resumes = changes.active === true && !webhook.active;
    const changed = Object.entries(changes)
      .filter(([name, value]) => value !== undefined && !isSame(value, Reflect.get(webhook, name)))
      .map(([name]) => name);
    if (changed.length === 0) return webhook;
    const ends = changes.active === false && webhook.active;
    const resumed = resumes ? await resume(ctx, webhook, resumeFrom) : {};
    const ended = ends ? { cursor: await dispatchedOf(ctx.sql, webhook), catchesUp: false } : {};
    const { url, types, description, active } = changes;
    await ctx.db.webhook.update({
      where: { id: webhook.id },
      data: {
        ...(url === undefined ? {} : { url }),
        ...(types === undefined ? {} : { types: [...new Set(types)] }),
        ...(description === undefined ? {} : { description }),
        ...(active === undefined ? {} : { active }),
        ...resumed,
        ...ended,
        updatedAt: ctx.now(),
      },
    });
    const updated = await getWebhook(ctx, { webhookId: webhook.id });
    ctx.emit('webhook.updated', ofWebhook(updated), { changed });
    return updated;
  });
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Prepares a webhook that becomes active again. Returns the columns that change. */
async function resume(ctx: Context, { id, organizationId, cursor, delivered }: Webhook, from: 'now' | 'lastDelivered') {
  await beginDispatch(ctx.sql, organizationId);
  const stream = await findStream(ctx.sql, organizationId);
  const fresh = { disabledReason: null, disabledAt: null, failures: 0, failingSince: null };
  if (from === 'now') {
    await endPending(ctx.sql, id);
    return { ...fresh, cursor: stream?.position ?? 0 };
  }
  if (stream !== null && cursor < stream.expired)
    throw failure('cursor_expired', 'Events after the last one that it has accepted are no longer kept');
  requireTypes(ctx.actor, await restartUndelivered(ctx.sql, { webhookId: id, after: delivered, at: ctx.now() }));
  await addSendings(ctx.sql, [id]);
  await addDispatch(ctx.sql, organizationId);
  ctx.afterCommit(() => {
    ctx.jobSignals.wakeSending([id]);
    ctx.jobSignals.wakeDispatch();
  });
  return { ...fresh, catchesUp: true };
}

/** Deletes a webhook with its log, and returns its id. Requires `admin` of what it belongs to. */
export function deleteWebhook(outer: Context, key: WebhookKey): Promise<string> {
  return transact(outer, async (ctx) => {
    const webhook = await lockWebhook(ctx, key);
    await ctx.db.webhook.delete({ where: { id: webhook.id } });
    ctx.emit('webhook.deleted', ofWebhook(webhook));
    return webhook.id;
  });
}

/**
 * Gives a webhook a new secret, which is shown once. The one before signs as well for a day, so that receivers can change over
 * without a gap. Requires as `createWebhook`, because who has the secret can pretend to be the service.
 */
export function rotateWebhookSecret(outer: Context, key: WebhookKey): Promise<WebhookWithSecret> {
  return transact(outer, async (ctx) => {
    const { id, sealedSecret, types } = await lockWebhook(ctx, key);
    requirePatterns(ctx.actor, types);
    const secret = newWebhookSecret();
    const now = ctx.now();
    await ctx.db.webhook.update({
      where: { id },
      data: {
        sealedSecret: encrypt(ctx.encryptionKey, secret, secretOwner(id)),
        sealedFormer: sealedSecret,
        formerUntil: new Date(now.getTime() + formerSecretMs),
        updatedAt: now,
      },
    });
    const webhook = await getWebhook(ctx, { webhookId: id });
    ctx.emit('webhook.secret_rotated', ofWebhook(webhook));
    return { webhook, secret };
  });
}

/** Locks a webhook until the transaction ends, and authorizes again. */
async function lockWebhook(ctx: Context, key: WebhookKey): Promise<PlacedWebhookRow> {
  const { id } = await authorizedWebhook(ctx, key, 'manage');
  await lockWebhookRow(ctx.sql, id);
  return authorizedWebhook(ctx, key, 'manage');
}
