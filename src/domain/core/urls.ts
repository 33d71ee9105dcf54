import { signPath } from '../../infra/storage/signed-url.ts';
import type { Context, Urls } from './context.ts';

/** Matches ids, which need no encoding. Testing is cheaper than encoding, and a list builds hundreds of URLs. */
const plain = /^[\w-]*$/;

function segments(parts: readonly string[]): string {
  let path = '';
  for (const part of parts) path += `/${plain.test(part) ? part : encodeURIComponent(part)}`;
  return path;
}

/** Origin of published URLs at a host, without a trailing slash. */
export const sitesOriginAt = ({ sitesOrigin }: Pick<Urls, 'sitesOrigin'>, host: string): string =>
  `${sitesOrigin?.protocol ?? 'https:'}//${host}${sitesOrigin?.port ?? ''}`;

/**
 * Whether pages at a published URL may run scripts: not where they share an origin with the API, whose pages keep tokens in
 * the browser.
 */
export const mayRunScripts = ({ base }: Pick<Urls, 'base'>, url: string): boolean =>
  new URL(base).host !== new URL(url).host;

/** URL of a resource in the REST API. */
export const locationUrl = (urls: Urls, ...parts: readonly string[]) => `${urls.base}/v1${segments(parts)}`;

/** URL of a token of somebody in the REST API. */
export const tokenUrl = (urls: Urls, tokenId: string) => locationUrl(urls, 'user', 'tokens', tokenId);

/** URL of a resource in the application. */
export const appUrl = (urls: Urls, ...parts: readonly string[]) => `${urls.app}${segments(parts)}`;

/** Path of a space, or of a change request in it. It is a prefix of URLs of the API and of the application. */
export const placePath = ({
  spaceId,
  changeRequestId,
}: {
  readonly spaceId: string;
  readonly changeRequestId?: string | null | undefined;
}): readonly string[] =>
  changeRequestId === null || changeRequestId === undefined
    ? ['spaces', spaceId]
    : ['spaces', spaceId, 'change-requests', changeRequestId];

/** URL of a path, without a query, that works for so many seconds without a token. */
export const signedUrl = (
  { urls, downloadKey, now }: Pick<Context, 'urls' | 'downloadKey' | 'now'>,
  path: string,
  seconds: number,
): string => `${urls.base}${signPath(downloadKey, path, Math.floor(now().getTime() / 1_000) + seconds)}`;
