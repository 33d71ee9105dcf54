import { counted } from '../../../lib/counted.ts';
import { plainName } from '../../core/mail/letters.ts';
import type { Notification } from '../notifications/notifications.ts';
import type { News } from './queries/digests.ts';

type Words = (who: string, what: string) => string;

/** How a digest says what has happened. `what` has its marks, or is empty. */
const words: Readonly<Record<Notification['type'], Words>> = {
  'content.updated': (who, what) => `${who} edited ${what}`,
  'space.created': (who, what) => `${who} made the space ${what}`,
  'openapi_spec.version_created': (_who, what) => `The specification ${what} has a new version`,
  'openapi_spec.failed': (_who, what) => `The specification ${what} could not be read`,
  'change_request.opened': (who, what) => `${who} opened the change request ${what}`,
  'change_request.content_updated': (who, what) => `${who} edited the change request ${what}`,
  'change_request.merged': (who, what) => `${who} merged the change request ${what}`,
  'change_request.archived': (who, what) => `${who} archived the change request ${what}`,
  'review.requested': (who, what) => `${who} asks you to review ${what}`,
  'review.submitted': (who, what) => `${who} reviewed ${what}`,
  'page.review_due': (_who, what) => `${what} is to be reviewed`,
  'comment.created': (who, what) => `${who} commented ${what}`,
  'comment.resolved': (who, what) => `${who} resolved a comment ${what}`,
  'comment.reopened': (who, what) => `${who} reopened a comment ${what}`,
  'comment_reply.created': (who, what) => `${who} replied to a comment ${what}`,
  'api_token.created': (who, what) => `${who} made the token ${what} for your account`,
  'api_token.revoked': (who, what) => `${who} revoked the token ${what} of your account`,
  'passkey.added': (_who, what) => `The passkey ${what} was added to your account`,
  'passkey.removed': (_who, what) => `The passkey ${what} was removed from your account`,
};

/** Says what a notification tells, in one line. */
export function inOneLine({ type, actorName, subjectLabel, spaceTitle, count }: News): string {
  const label = plainName(subjectLabel ?? '');
  const said = words[type](plainName(actorName ?? '') || 'Somebody', label === '' ? '' : `“${label}”`).trim();
  const space = plainName(spaceTitle ?? '');
  const where = space === '' || space === label ? '' : ` in ${space}`;
  return `${said}${where}${count > 1 ? ` (${counted(count, 'edit')})` : ''}`;
}
