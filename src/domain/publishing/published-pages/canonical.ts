import type { Context } from '../../core/context.ts';
import type { Page, TreePage } from '../../authoring/content/page.ts';
import type { Visit } from '../addresses/visit.ts';
import { loadPlace, publishedPageUrl, type Place } from './place.ts';

/** Number of newer versions that are searched for a page. */
const maxVersions = 8;

/**
 * Finds the URL of a page in the newest version of its space that has it, so that search engines show that one: the default
 * version, or else the first in the order of navigation. Null where the page itself is it.
 */
export async function findCanonicalUrl(
  ctx: Context,
  { place, visit }: { readonly place: Place; readonly visit: Visit },
  page: Page,
): Promise<string | null> {
  const { variants } = place.alternatives;
  const inOrder = variants.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
  const newer = inOrder.slice(
    0,
    Math.max(
      0,
      inOrder.findIndex(({ id }) => id === place.siteSpace.id),
    ),
  );
  const places = await Promise.all(
    newer.slice(0, maxVersions).map((siteSpace) => loadPlace(ctx, { ...visit, route: { ...visit.route, siteSpace } })),
  );
  for (const there of places) {
    const isFirst = page.id === place.documents[0]?.id;
    const same = isFirst ? there.documents[0] : (there.pages.get(page.id) ?? findByPath(there, page));
    const url = same?.type === 'document' && isIndexed(same) ? publishedPageUrl(there, same) : null;
    if (url !== null) return url;
  }
  return null;
}

const findByPath = ({ documents }: Place, { path }: Page) => documents.find((one) => one.path === path);

const isIndexed = ({ hidden, noIndex, noRobotsIndex }: TreePage): boolean => !hidden && !noIndex && !noRobotsIndex;
