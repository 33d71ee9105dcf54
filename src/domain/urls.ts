import type { Urls } from './context.ts';

/** Ids need no encoding, and looking is cheaper than doing: a list makes hundreds of these. */
const plain = /^[\w-]*$/;

function segments(parts: readonly string[]): string {
  let path = '';
  for (const part of parts) path += `/${plain.test(part) ? part : encodeURIComponent(part)}`;
  return path;
}

/** `urls.location`: the resource in the REST API. */
export const locationUrl = (urls: Urls, ...parts: readonly string[]) => `${urls.base}/v1${segments(parts)}`;

/** `urls.app`: the resource in the application. */
export const appUrl = (urls: Urls, ...parts: readonly string[]) => `${urls.app}${segments(parts)}`;

/** The path of a space, or of a change request in it, as both kinds of URL begin. */
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
