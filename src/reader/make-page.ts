import { flatten, type Page } from '../domain/authoring/content/page.ts';
import type { Context } from '../domain/core/context.ts';
import type { Place } from '../domain/publishing/published-pages/place.ts';
import { loadText } from '../domain/publishing/published-pages/load-text.ts';
import { findTranslationNotice, loadPageLanguages } from '../domain/publishing/published-pages/languages.ts';
import { loadHref } from '../domain/publishing/published-pages/targets.ts';
import { fillSlots } from '../text/html/fill-slots.ts';
import { cacheHeaders, type ReaderAnswer } from './answer.ts';
import { answerPage } from './answer-page.ts';
import { makeFrame } from './make-frame.ts';
import type { Reading } from './reading.ts';
import { renderPage } from './shell/page.ts';

/** Makes a page of a site. One that shows a specification may not be kept, because no stamp names its version. */
export async function makePage(
  reading: Reading,
  place: Place,
  page: Page,
): Promise<{ readonly answer: ReaderAnswer; readonly mayKeep: boolean }> {
  const { ctx, audience, request } = reading;
  const [{ text, targets }, hrefs, cover, languages] = await Promise.all([
    loadText(ctx, place, page),
    loadLinkHrefs(ctx, place),
    page.cover?.ref ? loadHref(ctx, place, page.cover.ref) : null,
    loadPageLanguages(ctx, place, page),
  ]);
  const frame = makeFrame(reading, place, { page, hrefs, languages });
  const translation = await findTranslationNotice(ctx, place, { page, languages });
  const isSubstitute = request.query['missing'] !== undefined;
  const filled = fillSlots(text, { targets, words: frame.words, locale: frame.locale, findIcon: frame.findIcon });
  const answer = answerPage(reading, place, {
    text: renderPage(frame, { page, text: filled, summary: text.description, cover, translation, isSubstitute }),
    headers: {
      ...cacheHeaders(audience),
      ...(place.site.visibility === 'public' ? {} : { 'x-robots-tag': 'noindex' }),
    },
  });
  return { answer, mayKeep: !text.references.some(({ kind }) => kind === 'openapi') };
}

/** Addresses of the targets of link pages, by the id of the page. */
async function loadLinkHrefs(ctx: Context, place: Place): Promise<ReadonlyMap<string, string>> {
  const links = flatten(place.tree).flatMap(({ id, target }) => (target === null ? [] : [{ id, target }]));
  const hrefs = await Promise.all(links.map(({ target }) => loadHref(ctx, place, target)));
  return new Map(
    links.flatMap(({ id }, index) => {
      const href = hrefs[index];
      return href ? [[id, href] as const] : [];
    }),
  );
}
