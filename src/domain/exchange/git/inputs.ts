import * as z from 'zod';
import { DateTime, inputForm, namedInGraph } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';
import { GitDirectory, GitPageUrl, GitProvider, GitRef, GitUrl } from './fields.ts';

const GitInfo = inputForm('GitInfo', 'What a space says of the host of its repository.', {
  provider: GitProvider.optional().describe('The host; known by the URL when omitted.'),
  url: GitPageUrl.optional().describe('URL of the tree of files, for people; that of `repoTreeURL` when omitted.'),
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
  force: z.boolean().optional().describe('Whether it is done although a newer operation was done before.'),
  standalone: z
    .boolean()
    .optional()
    .describe('Whether the content goes into a new change request, so that the space stays as it is.'),
  allowPartial: z
    .boolean()
    .optional()
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
  force: z.boolean().optional().describe('Whether it is done although a newer operation was done before.'),
});

/** What imports and exports have in common. */
export type GitInput = Omit<z.output<typeof ImportGitInput>, 'standalone' | 'allowPartial'>;
