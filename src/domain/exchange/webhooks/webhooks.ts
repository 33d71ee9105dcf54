import { paginate } from '../../../db/keyset.ts';
import { decrypt } from '../../../lib/encryption.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { PlacedWebhookRow, WebhookRow } from '../../../loaders/webhooks.ts';
import { authorize, requireScope } from '../../../access/policy.ts';
import { toAccess } from '../../../access/resource-access.ts';
import type { Role } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import type { EventSubject } from '../../core/events/emit.ts';
import { getOrganization, type Organization } from '../../people/organizations/organizations.ts';
import { isOfOrganization, type WebhookPlace } from './places.ts';
import { webhookPolicy } from './policy.ts';
import { webhooksList } from './queries/lists.ts';

/** A webhook without its secrets. */
export type Webhook = Omit<PlacedWebhookRow, 'sealedSecret' | 'sealedFormer'>;

/** Identifies a webhook, in an organization if that is given. */
export interface WebhookKey {
  readonly organizationId?: string | null | undefined;
  readonly webhookId: string;
}

/** Gets a webhook. Throws not_found, also to who is no admin of what it belongs to. */
export const getWebhook = (ctx: Context, key: WebhookKey): Promise<Webhook> => authorizedWebhook(ctx, key, 'view');

/** Gets a webhook and authorizes an action on it. */
export async function authorizedWebhook(
  ctx: Context,
  { organizationId, webhookId }: WebhookKey,
  action: 'view' | 'manage',
): Promise<PlacedWebhookRow> {
  if (organizationId) await getOrganization(ctx, organizationId);
  const webhook = await ctx.loaders.webhook.load(webhookId);
  if (webhook === null || (organizationId && webhook.organizationId !== organizationId))
    throw notFound('webhook', webhookId);
  const organization = await ctx.loaders.organization.load(webhook.organizationId);
  const organizationRole = organization?.membership?.role ?? null;
  const role = organization?.membership ? await roleOn(ctx, webhook, organization) : null;
  const facts = { id: webhookId, organizationId: webhook.organizationId, organizationRole, role };
  authorize(webhookPolicy, action, ctx.actor, facts);
  return webhook;
}

/** The caller's role on what a webhook belongs to; null when that is gone, or belongs to another organization by now. */
async function roleOn(ctx: Context, webhook: WebhookPlace, { membership }: Organization): Promise<Role | null> {
  const { spaceId, collectionId, siteId, organizationId } = webhook;
  if (isOfOrganization(webhook)) return membership?.role ?? null;
  const space = spaceId === null ? null : await ctx.loaders.space.load(spaceId);
  const collection = collectionId === null ? null : await ctx.loaders.collection.load(collectionId);
  const row = space ?? collection ?? (siteId === null ? null : await ctx.loaders.site.load(siteId));
  return row?.organizationId === organizationId ? toAccess(row).role : null;
}

/** Lists the webhooks of an organization that the caller may see, newest first. */
export async function listWebhooks(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Webhook>> {
  await getOrganization(ctx, organizationId);
  requireScope(ctx.actor, webhookPolicy.rules.view.scope);
  return paginate<PlacedWebhookRow>(ctx, webhooksList(organizationId, ctx.actor), page);
}

/** A webhook as the subject of events. It has the host of its address, whose path may be a secret. */
export const ofWebhook = ({
  id,
  organizationId,
  url,
  ...webhook
}: WebhookPlace & Pick<WebhookRow, 'id' | 'url'>): EventSubject => ({
  organizationId,
  id,
  label: new URL(url).host,
  ...(webhook.spaceId === null ? {} : { spaceId: webhook.spaceId }),
  ...(webhook.collectionId === null ? {} : { collectionId: webhook.collectionId }),
  ...(webhook.siteId === null ? {} : { siteId: webhook.siteId }),
});

/** Binds an encrypted secret to this webhook. See lib/encryption.ts. */
export const secretOwner = (webhookId: string) => `webhook:${webhookId}/secret`;

/** Binds the encrypted secret that signs the events of installations to their integration. */
export const eventsSecretOwner = (integrationId: string) => `integration:${integrationId}/events`;

/** A webhook that sends, with the integration of its installation if it belongs to one. */
export interface SendingWebhook extends WebhookRow {
  readonly integrationId?: string | null;
}

/** Decrypts the secrets that sign now: the secret, and the one before the last rotation for a day. */
export function secretsOf(
  { encryptionKey, now }: Pick<Context, 'encryptionKey' | 'now'>,
  { id, sealedSecret, sealedFormer, formerUntil, integrationId = null }: SendingWebhook,
): string[] {
  const former = sealedFormer !== null && formerUntil !== null && Date.parse(formerUntil) > now().getTime();
  const sealed = former ? [sealedSecret, sealedFormer] : [sealedSecret];
  const owner = integrationId === null ? secretOwner(id) : eventsSecretOwner(integrationId);
  return sealed.map((text) => decrypt(encryptionKey, text, owner));
}
