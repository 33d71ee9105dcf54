import { choice } from '../../../lib/form-types.ts';
import type { NotifiedType } from '../../core/events/notified.ts';

const levels = {
  everything: 'New content, and what is discussed about it.',
  content: 'New content alone.',
  nothing: 'Nothing, even for those who take part.',
} as const;
export type WatchLevel = keyof typeof levels;
export const WatchLevel = choice('WatchLevel', 'Of what somebody is notified on something that they watch.', levels);

/** Why somebody is notified, the strongest reason first. */
export const notificationReasons = {
  'review-requested': 'Their review is requested.',
  mentioned: 'The comment or reply mentions them.',
  author: 'They have created the change request or the thread.',
  participant: 'They have commented there, or reviewed it.',
  watching: 'They watch it, or a space or collection in which it is.',
  owner: 'They own the page.',
  account: 'It was done with their account: a passkey, or a token that somebody else has made or revoked.',
} as const;
export type NotificationReason = keyof typeof notificationReasons;

/** Most things that one person watches. */
export const maxWatches = 1_000;

/** How far unread notifications are counted. */
export const maxUnreadCount = 100;

/** Most ids that one call marks as read. */
export const maxMarked = 100;

/** How long after an edit further ones are counted with it, in milliseconds. */
export const editsTogetherMs = 3_600_000;

/** The types of events that are edits, of which several within an hour are one notification. */
export const editTypes: readonly NotifiedType[] = ['content.updated', 'change_request.content_updated'];
