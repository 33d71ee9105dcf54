import type { Context } from '../../core/context.ts';
import { findMainPage } from '../../authoring/content/pages.ts';
import type { Page } from '../../authoring/content/page.ts';
import type { Visit } from '../addresses/visit.ts';
import type { SpaceLanguage } from './alternatives.ts';
import { loadPlace, publishedPageUrl, type Place } from './place.ts';
import type { PageLanguage, TranslationNotice } from './shown.ts';
import { entryIdPath } from './targets.ts';

/**
 * Finds a page in the languages of its space: by its id in translations; spaces that are written by themselves are asked for
 * its path when a reader goes there. Takes one statement for all languages.
 */
export const loadPageLanguages = (ctx: Context, place: Place, page: Page | null): Promise<PageLanguage[]> =>
  Promise.all(place.alternatives.languages.map((one) => loadPageLanguage(ctx, place, { page, one })));

async function loadPageLanguage(
  ctx: Context,
  place: Place,
  { page, one }: { readonly page: Page | null; readonly one: SpaceLanguage },
): Promise<PageLanguage> {
  const { siteSpace, language, isTranslation } = one;
  const base = place.urls.get(siteSpace.id) ?? place.siteUrl;
  const isCurrent = siteSpace.id === place.siteSpace.id;
  const link = { language, title: siteSpace.space.title, isCurrent, isTranslation };
  if (page === null) return { ...link, url: base, isMissing: false };
  if (isCurrent) return { ...link, url: publishedPageUrl(place, page) ?? base, isMissing: false };
  const isFirst = page.id === place.documents[0]?.id;
  if (!isTranslation) return { ...link, url: isFirst ? base : findByPath(base, page), isMissing: false };
  const mainPage = await findMainPage(ctx, siteSpace.space, page.id);
  if (mainPage === null || mainPage.type !== 'document' || mainPage.path === null)
    return { ...link, url: `${base}?missing`, isMissing: true };
  return { ...link, url: isFirst ? base : `${base}${encodePath(mainPage.path)}`, isMissing: false };
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** URL that leads to the page with the id or path of a page, or else to the first page. */
const findByPath = (base: string, page: Page): string =>
  `${new URL(entryIdPath(base, page.id), base).href}?path=${encodeURIComponent(page.path ?? '')}`;

/** The places of the translations of a place, for lists of all their pages. */
export const loadTranslatedPlaces = (ctx: Context, place: Place, visit: Visit): Promise<[string, Place][]> =>
  Promise.all(
    place.alternatives.languages
      .filter(({ isTranslation }) => isTranslation)
      .map(async ({ siteSpace, language }): Promise<[string, Place]> => {
        const isOwn = siteSpace.id === place.siteSpace.id;
        const there = { ...visit, route: { ...visit.route, siteSpace } };
        return [language, isOwn ? place : await loadPlace(ctx, there)];
      }),
  );

/** Finds what a reader of a translated page should know, where they may see its source. */
export async function findTranslationNotice(
  ctx: Context,
  place: Place,
  { page, languages }: { readonly page: Page; readonly languages: readonly PageLanguage[] },
): Promise<TranslationNotice | null> {
  const { source } = place.alternatives;
  if (source === null) return null;
  const { language = null } = place.alternatives.languages.find(({ siteSpace }) => siteSpace.id === source.id) ?? {};
  const original = languages.find((one) => one.language === language);
  if (original === undefined || original.isMissing) return null;
  const row = await ctx.loaders.pageTranslation.load(`${place.siteSpace.spaceId} ${page.id}`);
  if (row === null || row.state === 'translated') return null;
  return { state: row.state, url: original.url, language: original.language };
}
