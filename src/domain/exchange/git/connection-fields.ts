import * as z from 'zod';
import { choice } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';
import { GitRef } from './fields.ts';

export const GitHost = choice('GitHost', 'The program that serves a repository.', {
  github: 'GitHub.',
  gitlab: 'GitLab.',
  gitea: 'Gitea or Forgejo, such as Codeberg.',
  bitbucket: 'Bitbucket.',
  other: 'Another one.',
});
export type GitHost = z.infer<typeof GitHost>;

export const GitDirection = choice('GitDirection', 'Which way content goes.', {
  both: 'Both ways.',
  import: 'From the repository to the space.',
  export: 'From the space to the repository.',
});
export type GitDirection = z.infer<typeof GitDirection>;

export const GitPriority = choice('GitPriority', 'Which side the first sync keeps where both differ.', {
  git: 'The repository.',
  octavo: 'The space.',
});
export type GitPriority = z.infer<typeof GitPriority>;

export const GitConflictRule = choice('GitConflictRule', 'What happens when both sides have changed.', {
  merge: 'They are merged; a change request waits only where both have changed the same.',
  review: 'The changes of the repository always wait in a change request.',
});
export type GitConflictRule = z.infer<typeof GitConflictRule>;

export const GitPullRequests = choice(
  'GitPullRequests',
  'Which open pull requests of the repository are shown as change requests, with their previews.',
  {
    none: 'None.',
    'same-repository': 'Those of branches of the repository itself, to which only its members push.',
    all: 'Those of forks as well, whose authors may be strangers.',
  },
);
export type GitPullRequests = z.infer<typeof GitPullRequests>;

export const GitConnectionStatus = choice('GitConnectionStatus', 'State of the connection of a space.', {
  active: 'It syncs.',
  unauthenticated: 'The host has refused the token. It waits for another one.',
  paused: 'Somebody has paused it, or the space was deleted.',
  conflict: 'A change request waits to be merged or archived.',
  failed: 'The last sync has failed, and is tried again.',
});
export type GitConnectionStatus = z.infer<typeof GitConnectionStatus>;

export const GitOperationState = choice('GitOperationState', 'State of a sync.', {
  running: 'It is under way.',
  completed: 'Both sides are equal.',
  conflicted: 'A change request waits to be merged or archived.',
  failed: 'It has failed; its error says why.',
});
export type GitOperationState = z.infer<typeof GitOperationState>;

export const GitStage = choice('GitStage', 'How far a sync has come.', {
  fetch: 'It reads the branch.',
  read: 'It reads the files that have changed.',
  merge: 'It brings the changes of the repository into a change request.',
  write: 'It writes into the space, or makes a commit.',
  push: 'It pushes the commit.',
});
export type GitStage = z.infer<typeof GitStage>;

/** Full name of a branch, to which a sync can push. */
export const GitBranch = GitRef.refine(
  (ref) => ref.startsWith('refs/heads/'),
  'must be the full name of a branch, such as refs/heads/main',
);

/** Printable ASCII. A colon would end the name in the header that carries it (RFC 7617). */
export const GitUsername = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x39\x3B-\x7E]+$/, 'must have ASCII characters only, without spaces and colons');

export const GitToken = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[\x21-\x7E]+$/, 'must have ASCII characters only, without spaces');

export const GitCommitMessage = z
  .string()
  .min(1)
  .max(1_000)
  .refine(...notBlank);

export const PollMinutes = z.int().min(0).max(1_440);

/** How often a branch is looked at unless a connection says otherwise, in minutes. */
export const defaultPollMinutes = 5;
