import * as z from 'zod';
import { DateTime, inputForm, namedInGraph, omittable } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';
import {
  GitBranch,
  GitCommitMessage,
  GitConflictRule,
  GitDirection,
  GitHost,
  GitPriority,
  GitPullRequests,
  GitToken,
  GitUsername,
  PollMinutes,
} from './connection-fields.ts';
import { GitDirectory, GitPageUrl, GitProvider, GitRef, GitUrl } from './fields.ts';

const GitInfo = inputForm('GitInfo', 'What a space says of the host of its repository.', {
  provider: GitProvider.apply(omittable).describe('The host; known by the URL when omitted.'),
  url: GitPageUrl.apply(omittable).describe(
    'URL of the tree of files, for people; that of `repoTreeURL` when omitted.',
  ),
});

/** Members of imports and exports. */
const common = {
  url: GitUrl.describe(
    'The https URL of the repository. It may contain a user name and a password or token, which are never stored in plain text or shown.',
  ),
  ref: GitRef.describe('Full name of the branch, such as `refs/heads/main`.'),
  repoTreeURL: GitPageUrl.optional().describe('URL of the tree of files, for people.'),
  repoCommitURL: GitPageUrl.optional().describe('URL of commits, which their ids follow.'),
  repoProjectDirectory: GitDirectory.optional().describe('Folder of the project; the whole repository when omitted.'),
  timestamp: namedInGraph('happenedAt', DateTime)
    .optional()
    .describe('When what asked for it happened. An operation that is older than the last one is refused.'),
  gitInfo: GitInfo.optional().describe('What the space says of the host.'),
};

export const ImportGitInput = inputForm('ImportGit', 'The repository to import from.', {
  ...common,
  force: z.boolean().apply(omittable).describe('Whether it is done although a newer operation was done before.'),
  standalone: z
    .boolean()
    .apply(omittable)
    .describe('Whether the content goes into a new change request, so that the space stays as it is.'),
  allowPartial: z
    .boolean()
    .apply(omittable)
    .describe('Whether the first import of a folder may leave out most of its pages.'),
});

export const ExportGitInput = inputForm('ExportGit', 'The repository to export to.', {
  ...common,
  commitMessage: z
    .string()
    .min(1)
    .max(10_000)
    .refine(...notBlank)
    .describe('What the commit says of the changes: a line, and more below an empty one.'),
  force: z.boolean().apply(omittable).describe('Whether it is done although a newer operation was done before.'),
});

/** What imports and exports have in common. */
export type GitInput = Omit<z.output<typeof ImportGitInput>, 'standalone' | 'allowPartial'>;

/** Members that both inputs of a connection may omit. */
const settings = {
  provider: namedInGraph('host', GitHost)
    .optional()
    .describe(
      'The program that serves the repository; known by the URL of well-known hosts when omitted, else `other`.',
    ),
  direction: GitDirection.optional().describe('Which way content goes; `both` unless it is set.'),
  onConflict: GitConflictRule.optional().describe(
    'What happens when both sides have changed; `merge` unless it is set.',
  ),
  commitMessage: GitCommitMessage.nullish().describe(
    'Message of commits, with `{change_request_number}`, `{change_request_subject}`, `{revision}` and `{author}` in it; null for the usual one.',
  ),
  username: GitUsername.nullish().describe(
    'Name that the host gets with the token; null for the one that the host expects for tokens.',
  ),
  token: GitToken.nullish().describe(
    'Token or password for the repository. It is stored encrypted and never returned. Null for a repository that everybody may read.',
  ),
  editLinks: z
    .boolean()
    .optional()
    .describe(
      'Whether the links to edit pages, on sites that show them, lead to the files in the repository, which tells visitors where it is; false unless it is set.',
    ),
  pullRequests: GitPullRequests.optional().describe(
    'Which open pull requests into the branch are shown as change requests that are read and commented on here; `none` unless it is set. Only for hosts that are known.',
  ),
  pollMinutes: PollMinutes.optional().describe(
    'How often the branch is looked at, in minutes, for pushes of which no webhook has told; 5 unless it is set, 0 for never.',
  ),
};

const repository =
  'The https URL of the repository. A user name and a token in it are taken for `username` and `token`.';
const branch = 'Full name of the branch, such as `refs/heads/main`.';
const directory = 'Folder of the project, such as `docs`; the whole repository when it is empty.';

export const ConnectGitInput = inputForm('ConnectGit', 'The branch with which the space is kept equal.', {
  url: GitUrl.describe(repository),
  ref: GitBranch.describe(branch),
  directory: GitDirectory.apply(omittable).describe(directory),
  priority: GitPriority.apply(omittable).describe(
    'Which side the first sync keeps where both differ; `git` unless it is set.',
  ),
  ...settings,
  paused: z
    .boolean()
    .apply(omittable)
    .describe('Whether nothing is synced yet, to look at a preview first. The first sync begins at once otherwise.'),
});

export const UpdateGitInput = inputForm('UpdateGit', 'Fields to update; omitted fields stay unchanged.', {
  url: GitUrl.optional().describe(`${repository} A repository on another host needs a token of its own.`),
  ref: GitBranch.optional().describe(branch),
  directory: GitDirectory.optional().describe(directory),
  ...settings,
  paused: z.boolean().optional().describe('Whether nothing is synced; false begins again.'),
});
