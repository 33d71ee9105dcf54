import { dayMs } from '../../../lib/instant.ts';
import * as z from 'zod';
import { choice, urlForm } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import type { LostPlace } from '../../../loaders/webhooks.ts';
import { eventPatterns } from '../../core/events/patterns.ts';
import { sentTypes } from './patterns.ts';

/** Address of a webhook. ASCII only, so that its stored length is its given length. */
export const WebhookUrl = urlForm(
  httpUrl(2_048)
    .refine((text) => !text.includes('#'), 'must not have a fragment')
    .refine((text) => /^[!-~]*$/.test(text), 'must contain ASCII characters only; encode others'),
);

export const WebhookDescription = z.string().max(1_000);

/** Types of events: exact ones, `space.*`, or `*`. */
export const WebhookTypes = eventPatterns(sentTypes);

export const WebhookResumption = choice('WebhookResumption', 'Where a webhook continues that was deactivated.', {
  now: 'After the latest event. What happened meanwhile is not sent.',
  lastDelivered: 'After the last event that it has accepted.',
});

/** Most webhooks of an organization as a whole, and of each space, collection or site. */
export const maxWebhooks = { organization: 20, place: 10 } as const;

const deliveryStates = {
  pending: 'It waits for its first or its next attempt.',
  delivered: 'The address has answered with a 2xx status.',
  failed: 'It is not tried again, unless it is redelivered.',
} as const;
export type DeliveryState = keyof typeof deliveryStates;
export const DeliveryState = choice('WebhookDeliveryState', 'Whether an event has reached a webhook.', deliveryStates);

/** Why a webhook is not active although nobody has deactivated it. The last two end when its place is back. */
export const disabledReasons = {
  gone: 'The address has answered with 410: it wants nothing more.',
  failing: 'Every attempt of five days has failed.',
  place_deleted: 'The space, collection or site that it belongs to was deleted. It goes on when that is restored.',
  place_transferred:
    'The space, collection or site that it belongs to is in another organization. It goes on when that comes back.',
} as const satisfies Readonly<Record<LostPlace | 'gone' | 'failing', string>>;
export type DisabledReason = keyof typeof disabledReasons;

/** How long the secret before a rotation signs as well, in milliseconds. */
export const formerSecretMs = dayMs;

/** How long the log of deliveries is kept, in days. What still waits stays longer, see `deleteOldDeliveries`. */
export const deliveryRetentionDays = 30;

/** Size of the resource in an event beyond which it is left out, in bytes of JSON. */
export const maxObjectBytes = 262_144;

/** How much of an answer is kept, in characters. */
export const maxResponse = 1_024;

/** Type of the event that tries a webhook. It is in no feed. */
export const testType = 'webhook.test';

/** Most attempts that one call for redelivery makes due. */
export const maxRedelivered = 1_000;
