import { publishedPageUrl } from '../domain/publishing/published-pages/place.ts';
import type { LoadedPage, ShownPage, ShownPlace } from '../domain/publishing/published-pages/shown.ts';
import type { IncludedText, TextReference } from '../text/html/compiled-text.ts';
import { diagramFigure } from '../text/html/code.ts';
import { fillSlots } from '../text/html/fill-slots.ts';
import { cacheHeaders } from './answer.ts';
import { answerPage } from './answer-page.ts';
import type { Kept } from './kept-pages.ts';
import { makeFrame } from './make-frame.ts';
import type { Showing } from './reading.ts';
import { fixedScheme } from './shell/frame.ts';
import { renderPage } from './shell/page.ts';
import { opensNewTabs } from './shell/site-links.ts';

/**
 * Makes a page. One that shows a specification or the name of a user may not be kept, because their versions are not looked up.
 */
export function makePage(
  showing: Showing,
  place: ShownPlace,
  { page, loaded }: { readonly page: ShownPage; readonly loaded: LoadedPage },
): Kept {
  const { audience, request } = showing;
  const { text, targets, hrefs, cover, languages, translation, comparison, editHref, verifiedUntil } = loaded;
  const frame = makeFrame(showing, place, { page, hrefs, languages, isCompared: comparison !== null, editHref });
  const isSubstitute = request.query['missing'] !== undefined;
  const { words, locale, findIcon } = frame;
  const filled = fillSlots(text, {
    targets,
    words,
    locale,
    findIcon,
    opensNewWindows: opensNewTabs(place),
    scheme: fixedScheme(place),
    frameHosts: showing.runsScripts ? (place.settings.embeds?.hosts ?? []) : [],
    allowsTrials: showing.runsScripts && place.settings.openapi?.tryIt === true,
  });
  const kinds = listReferenceKinds({ text, targets });
  const hasDiagrams = showing.runsScripts && filled.html.html.includes(diagramFigure);
  const answer = answerPage(showing, place, {
    frameHosts: filled.frameHosts,
    trialOrigins: filled.trialOrigins,
    hasDiagrams,
    text: renderPage(frame, {
      page,
      text: filled,
      hasOperations: kinds.has('openapi'),
      hasDiagrams,
      titleId: text.titleId,
      summary: text.description,
      cover,
      canonicalUrl: loaded.canonicalUrl ?? publishedPageUrl(place, page) ?? place.url,
      translation,
      isSubstitute,
      comparison,
      verifiedUntil,
    }),
    headers: {
      ...cacheHeaders(audience),
      ...(place.site.visibility === 'public' ? {} : { 'x-robots-tag': 'noindex' }),
    },
  });
  const shown = { spaceId: place.siteSpace.spaceId, pageId: page.id };
  const mayKeep = !kinds.has('openapi') && !kinds.has('user');
  return { answer: { ...answer, shown }, mayKeep, endsAt: verifiedUntil };
}

/** The kinds of the references of a text and of those that it includes. */
const listReferenceKinds = ({ text, targets }: IncludedText): ReadonlySet<TextReference['kind']> =>
  new Set([
    ...text.references.map(({ kind }) => kind),
    ...targets.flatMap((target) => (target?.contents ?? []).flatMap((one) => [...listReferenceKinds(one)])),
  ]);
