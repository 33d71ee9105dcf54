import { LRUCache } from 'lru-cache';
import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { actingAs } from '../../core/acting.ts';
import { flatten, type Page, type TreePage } from '../../authoring/content/page.ts';
import { pickContent, type Revision } from '../../authoring/content/revisions.ts';
import { loadSharedTree, type SharedTree } from '../../authoring/content/shared-tree.ts';
import { visitorActor } from '../../people/visitors/visitor-actor.ts';
import type { Visit } from '../addresses/visit.ts';
import { customizationsIn } from '../customization/effective.ts';
import type { Customization } from '../customization/merge.ts';
import { getSite, type ReadSite } from '../sites/sites.ts';
import { publishedSiteSpaceUrl, publishedSiteUrl } from '../sites/urls.ts';
import { loadStructure, type SiteSpace, type Structure } from '../structure/structure.ts';
import { loadAlternatives, type Alternatives } from './alternatives.ts';
import { readShownSettings, type ShownSettings } from './settings.ts';
import type { ShownPage, ShownPlace } from './shown.ts';

/** A space of a site as one visitor sees it, with what its pages are read from. */
export interface Place extends Omit<ShownPlace, keyof SharedTree>, SharedTree {
  readonly site: ReadSite;
  readonly structure: Structure;
  readonly siteSpace: SiteSpace;
  readonly revision: Revision;
  readonly alternatives: Alternatives;
}

/** The context of a visitor, whose loaders read only what the site shows to that visitor. */
export const asVisitor = (ctx: Context, { visitor }: Pick<Visit, 'visitor'>): Context =>
  actingAs(ctx, visitorActor(visitor));

/** Maximum size of the kept places, in bytes, estimated from the number of pages and of parts of the site. */
const maxBytes = 33_554_432;
const bytesOfPlace = 20_000;
const bytesOfPage = 800;

const places = new LRUCache<string, { readonly versions: string; readonly place: Place }>({
  maxSize: maxBytes,
  maxEntrySize: maxBytes / 4,
  sizeCalculation: ({ place: { pages, structure } }) =>
    bytesOfPlace + bytesOfPage * (pages.size + structure.siteSpaces.length),
});

/**
 * Loads the place of a visit, for a context of its visitor. Kept while the versions of the rows of its site hold. Throws not_found
 * when the site no longer admits the visitor or no longer shows the space.
 */
export async function loadPlace(ctx: Context, visit: Visit): Promise<Place> {
  const { site, visitor, route } = visit;
  const key = JSON.stringify([route.siteSpace.id, visitor]);
  const known = places.get(key);
  if (known && known.versions === site.siteVersions) return known.place;
  const place = await loadNewPlace(ctx, visit);
  if (site.siteVersions !== null) places.set(key, { versions: site.siteVersions, place });
  return place;
}

async function loadNewPlace(ctx: Context, { site: { id }, route, view }: Visit): Promise<Place> {
  const site = await getSite(ctx, { id });
  const structure = await loadStructure(ctx, site);
  const siteSpace = structure.siteSpaces.find((one) => one.id === route.siteSpace.id);
  const siteUrl = publishedSiteUrl(ctx, site);
  const inView = view?.path ?? '';
  const findUrl = (one: SiteSpace) => {
    const base = publishedSiteSpaceUrl(ctx, one);
    return base && `${base}${inView}`;
  };
  const url = siteSpace ? findUrl(siteSpace) : null;
  if (siteSpace === undefined || siteUrl === null || url === null) throw notFound('published content at', id);
  const revision = await pickContent(ctx, siteSpace.space);
  const [pages, shown] = await Promise.all([
    loadSharedTree(ctx, revision),
    loadShownSettings(ctx, { site, structure, siteSpace }),
  ]);
  return {
    site,
    structure,
    siteSpace,
    ...shown,
    revision,
    ...pages,
    siteUrl,
    url,
    publishedUrl: url.slice(0, url.length - inView.length),
    homeUrl: `${siteUrl}${inView}`,
    view,
    urls: new Map(structure.siteSpaces.map((one) => [one.id, findUrl(one) ?? siteUrl])),
    alternatives: await loadAlternatives(ctx, structure, { siteSpace, locale: localeOf(shown.settings) }),
  };
}

const localeOf = ({ internationalization }: ShownSettings) => internationalization?.locale ?? 'en';

/** Loads the settings of a place, also with a change of those of its site that is not stored, and the language that follows. */
async function loadShownSettings(
  ctx: Context,
  { site, structure, siteSpace }: Pick<Place, 'site' | 'structure' | 'siteSpace'>,
  change: Customization = {},
): Promise<Pick<Place, 'settings' | 'language'>> {
  const { siteSpaces } = await customizationsIn(ctx, site, structure, change);
  const settings = readShownSettings(siteSpaces[siteSpace.id], [
    structure.settings,
    change,
    structure.siteSpaceSettings[siteSpace.id],
  ]);
  return { settings, language: siteSpace.space.language ?? localeOf(settings) };
}

/** A place as it would be with a change of the settings of its site. */
export const withChange = async (ctx: Context, place: Place, change: Customization): Promise<Place> => ({
  ...place,
  ...(await loadShownSettings(ctx, place, change)),
});

/**
 * The public URL of a page. That of a group is the one of the first page below it; null for a link, and for an empty
 * group.
 */
export function publishedPageUrl(
  { url, documents }: Pick<ShownPlace, 'url' | 'documents'>,
  page: ShownPage,
): string | null {
  const shown = page.type === 'group' ? flatten(page.pages ?? []).find(({ type }) => type === 'document') : page;
  if (shown === undefined || shown.path === null) return null;
  return shown.id === documents[0]?.id ? url : `${url}${shown.path.split('/').map(encodeURIComponent).join('/')}`;
}

/** A page of a place in its revision, without those below it. */
export const pageIn = ({ revision }: Place, page: TreePage): Page => ({ ...page, revision, pages: null });
