import { repositoryPage } from '../../../text/git/edit-url.ts';
import type { Remote } from '../../../infra/git/remote.ts';
import type { GitHost } from './connection-fields.ts';
import type { GitProvider } from './fields.ts';

const publicHosts: Readonly<Record<string, GitHost>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'codeberg.org': 'gitea',
  'gitea.com': 'gitea',
};

/** The program that serves a repository, by its URL; `other` for one that its URL does not tell. */
export const hostOf = (url: string): GitHost => publicHosts[new URL(url).hostname.replace(/^www\./, '')] ?? 'other';

/** The host by the URL of a repository; null for one that its URL does not tell, or that the contract does not know. */
export function providerOf({ url }: Pick<Remote, 'url'>): GitProvider | null {
  const host = hostOf(url);
  return host === 'github' || host === 'gitlab' ? host : null;
}

/** The user name that a host expects with a token. */
export const tokenUserOf = (host: GitHost): string =>
  ({ github: 'x-access-token', gitlab: 'oauth2', gitea: 'oauth2', bitbucket: 'x-token-auth', other: 'git' })[host];

/** A URL in the form in which those of one repository are equal: hosts ignore case, and the ending `.git`. */
export const urlKeyOf = (url: string): string => repositoryPage(url).toLowerCase();

/** Name of a repository, such as `acme/docs`. */
export const repositoryName = (url: string): string => new URL(repositoryPage(url)).pathname.slice(1);

/** URL of the files of a branch on a host that is known; null on others. */
export function treeUrlOf(url: string, provider: GitProvider | null, ref: string, directory: string): string | null {
  if (provider === null) return null;
  const path = [ref.replace(/^refs\/(?:heads|tags)\//, ''), directory].filter((part) => part !== '').join('/');
  return `${repositoryPage(url)}${provider === 'gitlab' ? '/-' : ''}/tree/${encodeURI(path)}`;
}

/** URL of a commit on a host that is known; null on others. */
export const commitUrlOf = (url: string, provider: GitProvider | null, oid: string): string | null =>
  provider && `${repositoryPage(url)}${provider === 'gitlab' ? '/-' : ''}/commit/${oid}`;
