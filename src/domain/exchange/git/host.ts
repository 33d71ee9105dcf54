import type { Remote } from '../../../infra/git/remote.ts';
import type { GitProvider } from './fields.ts';

const publicHosts: Readonly<Record<string, GitProvider>> = { 'github.com': 'github', 'gitlab.com': 'gitlab' };

/** The host by the URL of a repository; null for one that its URL does not tell. */
export const providerOf = ({ url }: Pick<Remote, 'url'>): GitProvider | null =>
  publicHosts[new URL(url).hostname.replace(/^www\./, '')] ?? null;

/** URL of a repository for people. */
const pageUrl = (url: string) => url.replace(/\/?(?:\.git)?\/?$/, '');

/** Name of a repository, such as `acme/docs`. */
export const repositoryName = (url: string): string => new URL(pageUrl(url)).pathname.slice(1);

/** URL of the files of a branch on a host that is known; null on others. */
export function treeUrlOf(url: string, provider: GitProvider | null, ref: string, directory: string): string | null {
  if (provider === null) return null;
  const path = [ref.replace(/^refs\/(?:heads|tags)\//, ''), directory].filter((part) => part !== '').join('/');
  return `${pageUrl(url)}${provider === 'gitlab' ? '/-' : ''}/tree/${encodeURI(path)}`;
}

/** URL of a commit on a host that is known; null on others. */
export const commitUrlOf = (url: string, provider: GitProvider | null, oid: string): string | null =>
  provider && `${pageUrl(url)}${provider === 'gitlab' ? '/-' : ''}/commit/${oid}`;
