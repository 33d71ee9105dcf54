import type { Context } from '../../core/context.ts';
import { locationUrl } from '../../core/urls.ts';
import { testType } from './fields.ts';
import type { Attempt } from './attempt.ts';
import { send } from './send.ts';
import { authorizedWebhook, type WebhookKey } from './webhooks.ts';

/**
 * Sends `webhook.test` to a webhook, active or not, and returns what came of it. It is no event: it is in no feed, has no
 * position and is not tried again. Requires `admin` of what the webhook belongs to.
 */
export async function testWebhook(ctx: Context, key: WebhookKey): Promise<Attempt> {
  const webhook = await authorizedWebhook(ctx, key, 'manage');
  const { id: webhookId, organizationId } = webhook;
  const id = ctx.newId('evt');
  const body = JSON.stringify({
    object: 'event',
    id,
    type: testType,
    createdAt: ctx.now().toISOString(),
    organization: organizationId,
    subject: { object: 'subject', id: webhookId },
    data: {},
    urls: { location: locationUrl(ctx.urls, 'orgs', organizationId, 'webhooks', webhookId) },
  });
  return send(ctx, webhook, { id, body });
}
