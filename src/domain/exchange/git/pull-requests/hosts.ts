import { invalid } from '../../../../lib/errors.ts';
import { repositoryPage } from '../../../../text/git/edit-url.ts';
import type { GitHost } from '../connection-fields.ts';

/** How a host has pull requests. */
export interface PullRequestHost {
  /** The reference with the newest commit of a pull request; null where the branch itself is the only one. */
  readonly ref: ((number: number) => string) | null;
  /** The same for all of them, as `ls-remote` takes it. */
  readonly pattern: string | null;
  /** Page of a pull request below that of the repository. */
  readonly page: string;
}

const pulls = { ref: (number: number) => `refs/pull/${number}/head`, pattern: 'refs/pull/*/head' };

const hosts: Readonly<Record<GitHost, PullRequestHost | null>> = {
  github: { ...pulls, page: 'pull' },
  gitea: { ...pulls, page: 'pulls' },
  gitlab: {
    ref: (number) => `refs/merge-requests/${number}/head`,
    pattern: 'refs/merge-requests/*/head',
    page: '-/merge_requests',
  },
  // It has no references of pull requests, so those of forks cannot be read at all.
  bitbucket: { ref: null, pattern: null, page: 'pull-requests' },
  other: null,
};

/** How the host of a repository has pull requests; null for a host that is not known. */
export const pullRequestsAt = (host: GitHost): PullRequestHost | null => hosts[host];

/** Throws validation_failed where pull requests are to be shown of a host that is not known. */
export function requirePullRequests(host: GitHost, shown: string | undefined): void {
  if (shown === undefined || shown === 'none' || pullRequestsAt(host) !== null) return;
  throw invalid('input.pullRequests', 'are known of GitHub, GitLab, Gitea, Forgejo and Bitbucket alone', 'requires');
}

/** Page of a pull request, for people. */
export const pullRequestUrl = (url: string, { page }: PullRequestHost, number: number): string =>
  `${repositoryPage(url)}/${page}/${number}`;

/** Reads the number in the name of a reference of a pull request; null for other references. */
export function numberOfRef(ref: string): number | null {
  const [, digits] = /^refs\/(?:pull|merge-requests)\/(\d{1,9})\/head$/.exec(ref) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The references that tell of pull requests. */
export const patternsOf = ({ pattern }: PullRequestHost): string[] => ['refs/heads/*', ...(pattern ? [pattern] : [])];
