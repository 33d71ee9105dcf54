import type { EventType } from './catalogue.ts';

/**
 * The types of events of which people are notified. `content` tells those who watch what has changed; `discussion` tells also
 * those who take part in it.
 */
const notified = {
  'content.updated': 'content',
  'space.created': 'content',
  'openapi_spec.version_created': 'content',
  'openapi_spec.failed': 'content',
  'change_request.opened': 'discussion',
  'change_request.content_updated': 'discussion',
  'change_request.merged': 'discussion',
  'change_request.archived': 'discussion',
  'review.requested': 'discussion',
  'review.submitted': 'discussion',
  'page.review_due': 'discussion',
  'comment.created': 'discussion',
  'comment.resolved': 'discussion',
  'comment.reopened': 'discussion',
  'comment_reply.created': 'discussion',
} as const satisfies Partial<Record<EventType, 'content' | 'discussion'>>;

export type NotifiedType = keyof typeof notified;

export const notifiedTypes = Object.keys(notified) as readonly NotifiedType[];

const typesOf = (kind: 'content' | 'discussion') => notifiedTypes.filter((type) => notified[type] === kind);

export const contentTypes = typesOf('content');
export const discussionTypes = typesOf('discussion');

interface Typed {
  readonly type: EventType;
}

const hasTypeOf = (types: readonly EventType[]) => (events: readonly Typed[]) =>
  events.some(({ type }) => types.includes(type));

/** Whether events may concern people who watch nothing. */
export const isDiscussed = hasTypeOf(discussionTypes);

/** Whether events may concern people who watch something. */
export const isWatched = hasTypeOf(contentTypes);
