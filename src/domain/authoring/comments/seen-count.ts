import type { Actor } from '../../../access/actor.ts';
import { allowed } from '../../../access/policy.ts';
import type { Role } from '../../../access/roles.ts';
import { commentPolicy } from './policy.ts';

interface CommentParent {
  readonly role: Role | null;
  /** Number of open comments. */
  readonly comments: number;
}

/** Counts the open comments of a space or change request that the caller may read: all of them, or none. */
export const countVisibleComments = (actor: Actor, { role, comments }: CommentParent): number =>
  allowed(commentPolicy, 'view', actor, { role, authorId: '' }) ? comments : 0;
