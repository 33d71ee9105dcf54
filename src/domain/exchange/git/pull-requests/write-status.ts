import { Buffer } from 'node:buffer';
import { DomainError } from '../../../../lib/errors.ts';
import { appUrl } from '../../../core/urls.ts';
import type { Remote } from '../../../../infra/git/remote.ts';
import type { GitHost } from '../connection-fields.ts';
import { repositoryName } from '../host.ts';
import type { Sync } from '../sync/sync.ts';

/** What is written back to the host of a commit. */
export interface CommitStatus {
  readonly isShown: boolean;
  /** Where the preview is. */
  readonly url: string;
  readonly description: string;
}

/** A request to the API of a host. */
export interface StatusRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

/** Where the API of a host is that serves it by another name; the others serve it by their own. */
const apis: Readonly<Record<string, string>> = {
  'https://github.com': 'https://api.github.com',
  'https://www.github.com': 'https://api.github.com',
  'https://bitbucket.org': 'https://api.bitbucket.org',
};

const context = 'octavo/preview';
const maxDescription = 140;

/** The request that sets a status of a commit; null for a host whose API is not known. */
export function statusRequest(
  host: GitHost,
  { url, credential }: Remote,
  commit: string,
  { isShown, url: target, description }: CommitStatus,
): StatusRequest | null {
  if (credential === null) return null;
  const { origin } = new URL(url);
  const api = apis[origin] ?? origin;
  const name = repositoryName(url);
  const path = name.split('/').map(encodeURIComponent).join('/');
  const text = description.slice(0, maxDescription);
  const { username, password } = credential;
  const bearer = { authorization: `Bearer ${password}` };
  const common = { description: text, context, target_url: target };
  if (host === 'github')
    return {
      url: `${api}${api === origin ? '/api/v3' : ''}/repos/${path}/statuses/${commit}`,
      headers: { ...bearer, accept: 'application/vnd.github+json' },
      body: { ...common, state: isShown ? 'success' : 'error' },
    };
  if (host === 'gitea')
    return {
      url: `${api}/api/v1/repos/${path}/statuses/${commit}`,
      headers: { authorization: `token ${password}` },
      body: { ...common, state: isShown ? 'success' : 'error' },
    };
  if (host === 'gitlab')
    return {
      url: `${api}/api/v4/projects/${encodeURIComponent(name)}/statuses/${commit}`,
      headers: bearer,
      body: { name: context, description: text, target_url: target, state: isShown ? 'success' : 'failed' },
    };
  if (host === 'bitbucket') {
    // An access token of a repository has no name; one of a person has theirs.
    const isNamed = username !== 'x-token-auth';
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return {
      url: `${api}/2.0/repositories/${path}/commit/${commit}/statuses/build`,
      headers: isNamed ? { authorization: basic } : bearer,
      body: { key: context, name: context, description: text, url: target, state: isShown ? 'SUCCESSFUL' : 'FAILED' },
    };
  }
  return null;
}

const timeoutMs = 10_000;

/**
 * Writes back to the host whether a pull request is shown, where the token allows it. Returns why the host has not taken it, without what it
 * says, which may repeat the token; null when it has.
 */
export async function writeStatus(
  { ctx, connection, place, spaceId }: Sync,
  { commit, changeRequestId, problem }: ShownCommit,
): Promise<string | null> {
  const parts = changeRequestId === null ? ['git'] : ['change-requests', changeRequestId];
  const request = statusRequest(connection.provider as GitHost, place.remote, commit, {
    isShown: problem === null,
    url: appUrl(ctx.urls, 'spaces', spaceId, ...parts),
    description: problem ?? 'The preview is ready',
  });
  if (request === null) return null;
  const headers = { 'content-type': 'application/json', ...request.headers };
  try {
    const { status } = await ctx.fetch(request.url, {
      post: { body: JSON.stringify(request.body), headers },
      beginBytes: 1_024,
      timeoutMs,
      signal: ctx.signal,
    });
    if (status < 300) return null;
    return `The host does not take the status of the commit: it answers ${status}. The token may lack the right to set it`;
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof DomainError)) throw error;
    return `The host does not take the status of the commit: ${error.message}`;
  }
}

interface ShownCommit {
  readonly commit: string;
  readonly changeRequestId: string | null;
  readonly problem: string | null;
}
