import { loadPageLanguages } from '../domain/publishing/published-pages/languages.ts';
import type { Place } from '../domain/publishing/published-pages/place.ts';
import type { ShownPlace } from '../domain/publishing/published-pages/shown.ts';
import { answerText, cacheHeaders, type Audience, type ReaderAnswer } from './answer.ts';
import { makeEmojiIcon } from './emoji-icon.ts';
import { pageHeaders } from './headers.ts';
import { makeFrame } from './make-frame.ts';
import type { Reading, Showing } from './reading.ts';
import type { Frame } from './shell/frame.ts';
import { renderMissing } from './shell/not-found.ts';
import { listFontOrigins, makeSiteStyle } from './site-style.ts';

interface PageAnswer {
  readonly status?: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly frameHosts?: readonly string[];
  readonly trialOrigins?: readonly string[];
  readonly hasDiagrams?: boolean;
}

/** Answers with a page of a site, with the headers that say what it may load. */
export const answerPage = (
  { runsScripts }: Showing,
  { settings }: Pick<ShownPlace, 'settings'>,
  { headers, frameHosts, trialOrigins, hasDiagrams, ...answer }: PageAnswer,
): ReaderAnswer =>
  answerText({
    ...answer,
    type: 'text/html',
    headers: {
      ...pageHeaders({ runsScripts, fontOrigins: listFontOrigins(settings), frameHosts, trialOrigins, hasDiagrams }),
      ...headers,
    },
  });

/** The page for a path without one. */
export const answerMissing = (showing: Showing, frame: Frame, slugs: readonly string[]): ReaderAnswer =>
  answerPage(showing, frame.place, {
    status: 404,
    text: renderMissing(frame, slugs),
    headers: cacheHeaders(showing.audience),
  });

/** The stylesheet of a site. Its address with the version of the settings may be kept for good. */
export function answerStyle(
  { audience }: Showing,
  { settings }: Pick<ShownPlace, 'settings'>,
  name: string | undefined,
): ReaderAnswer {
  const { css, version } = makeSiteStyle(settings);
  return answerText({ type: 'text/css', text: css, headers: versionHeaders(audience, name === `site.${version}.css`) });
}

/** The emoji of a site as its icon in tabs. Its address with the version of the emoji may be kept for good. */
export function answerFavicon(
  { audience }: Showing,
  { settings: { favicon } }: Pick<ShownPlace, 'settings'>,
  name: string | undefined,
): ReaderAnswer {
  const { svg, fileName } = makeEmojiIcon(favicon?.emoji ?? '');
  const headers = { ...versionHeaders(audience, name === fileName), 'content-security-policy': "default-src 'none'" };
  return answerText({ type: 'image/svg+xml', text: svg, headers });
}

/** What is said of an answer whose address has a version: that of what it shows, or another one. */
export function versionHeaders(audience: Audience, isCurrent: boolean) {
  const whose = audience === 'everyone' ? 'public' : 'private';
  return { 'cache-control': isCurrent ? `${whose}, max-age=31536000, immutable` : 'no-cache' };
}

/** Loads the frame of a page that shows no text of the space, such as results of a search. */
export const loadFrame = async (reading: Reading, place: Place): Promise<Frame> =>
  makeFrame(reading, place, {
    page: null,
    hrefs: new Map(),
    languages: await loadPageLanguages(reading.ctx, place, null),
  });
