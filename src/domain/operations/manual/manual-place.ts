import type { Target } from '../../../text/html/compiled-text.ts';
import { defaultLayout } from '../../../text/content/fields.ts';
import { flatten } from '../../authoring/content/page.ts';
import { publishedPageUrl } from '../../publishing/published-pages/place.ts';
import type { ShownSettings } from '../../publishing/published-pages/settings.ts';
import type { LoadedPage, ShownPage, ShownPlace } from '../../publishing/published-pages/shown.ts';
import { pathIn } from '../../publishing/published-pages/targets.ts';
import type { Manual, ManualPage, ManualTarget } from './manual.ts';

/** A page of the manual in its place. Its id is the path of its file. */
export interface PlacedPage extends ShownPage {
  readonly source: ManualPage;
  readonly pages: readonly PlacedPage[];
}

/** The manual at an address, as the reader shows it. */
export interface ManualPlace extends ShownPlace {
  readonly tree: readonly PlacedPage[];
  readonly pages: ReadonlyMap<string, PlacedPage>;
  readonly documents: readonly PlacedPage[];
  readonly files: ReadonlySet<string>;
}

/** Where the manual is shown, and the appearance around its pages. */
interface ManualAddress {
  /** With a slash at its end. */
  readonly url: string;
  readonly settings: ShownSettings;
}

/** Puts the manual at an address. Nothing of it depends on a database. */
export function placeManual(manual: Manual, { url, settings }: ManualAddress): ManualPlace {
  const tree = manual.pages.map((page) => placePage(page, null));
  const flat = flatten(tree);
  return {
    site: { title: 'Octavo', visibility: 'unlisted', agentsContext: 'included' },
    structure: { items: [], sections: [], siteSpaces: [] },
    siteSpace: { id: 'manual', spaceId: 'manual', section: null, space: { title: 'Manual' } },
    settings,
    tree,
    pages: new Map(flat.map((page) => [page.id, page])),
    documents: flat.filter(({ type }) => type === 'document'),
    files: new Set(manual.files.map(({ key }) => key)),
    siteUrl: url,
    publishedUrl: url,
    homeUrl: url,
    view: null,
    url,
    urls: new Map(),
    alternatives: { variants: [] },
    language: 'en',
  };
}

function placePage(source: ManualPage, above: { readonly id: string; readonly path: string } | null): PlacedPage {
  const { key, title, slug, description, icon, text, children } = source;
  const own = { id: key, path: above === null ? slug : `${above.path}/${slug}` };
  return {
    ...own,
    parentId: above?.id ?? null,
    type: text === null ? 'group' : 'document',
    title,
    description,
    icon,
    emoji: null,
    hidden: false,
    noIndex: false,
    noRobotsIndex: false,
    layout: defaultLayout,
    updatedAt: null,
    source,
    pages: children.map((child) => placePage(child, own)),
  };
}

/** Reads what a page of the manual shows. */
export function readManualPage(place: ManualPlace, { id, source: { text, targets } }: PlacedPage): LoadedPage {
  if (text === null) throw new Error(`The page ${id} of the manual has no text`);
  return {
    text,
    targets: targets.map((target) => target && findTarget(place, target)),
    hrefs: new Map(),
    cover: null,
    canonicalUrl: null,
    languages: [],
    translation: null,
    comparison: null,
    editHref: null,
    verifiedUntil: null,
  };
}

function findTarget(place: ManualPlace, target: ManualTarget): Target | null {
  if (target.kind === 'url') return { href: target.url };
  if (target.kind === 'file') return { href: `${pathIn(place.url)}${target.key}` };
  const page = place.pages.get(target.key);
  const url = page === undefined ? null : publishedPageUrl(place, page);
  if (page === undefined || url === null) return null;
  return { href: target.anchor ? `${pathIn(url)}#${target.anchor}` : pathIn(url), title: page.title };
}
