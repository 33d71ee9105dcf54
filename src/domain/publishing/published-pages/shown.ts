import type { CompiledText, Target } from '../../../text/html/compiled-text.ts';
import type { Page } from '../../authoring/content/page.ts';
import type { VisitView } from '../addresses/view.ts';
import type { ReadSite } from '../sites/sites.ts';
import type { SiteSpace, Structure } from '../structure/structure.ts';
import type { ShownSettings } from './settings.ts';

/** A page as its readers see it, in a space or in a folder of files. */
export interface ShownPage extends Pick<
  Page,
  | 'id'
  | 'parentId'
  | 'type'
  | 'title'
  | 'path'
  | 'description'
  | 'emoji'
  | 'icon'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'layout'
> {
  /** When it was changed last; null where nobody knows. */
  readonly updatedAt: string | null;
  readonly pages: readonly ShownPage[] | null;
}

/** A space of a site, or a folder of files, as one reader sees it: everything around the text of a page. */
export interface ShownPlace {
  readonly site: Pick<ReadSite, 'title' | 'visibility' | 'visitor' | 'agentsContext'>;
  readonly structure: Pick<Structure, 'items' | 'sections' | 'siteSpaces'>;
  readonly siteSpace: Pick<SiteSpace, 'id' | 'section' | 'spaceId'> & { readonly space: { readonly title: string } };
  readonly settings: ShownSettings;
  readonly tree: readonly ShownPage[];
  /** All pages of the tree by their ids. */
  readonly pages: Pick<ReadonlyMap<string, ShownPage>, 'get' | 'keys' | 'size' | 'values'>;
  /** The pages with a text, in reading order. The first one has the address of the space. */
  readonly documents: readonly ShownPage[];
  /** Public URLs of the site, and of the space in the view of the visit, with a trailing slash. */
  readonly siteUrl: string;
  readonly url: string;
  /** Public URL of the space as it is published. */
  readonly publishedUrl: string;
  /** Public URL of the first space of the site, in the view of the visit. */
  readonly homeUrl: string;
  /** What is shown in the place of the published content. */
  readonly view: VisitView | null;
  /** The public URL of each visible site space, by its id. */
  readonly urls: ReadonlyMap<string, string>;
  /** Versions of the space in navigation order, with itself. */
  readonly alternatives: { readonly variants: readonly Pick<SiteSpace, 'id' | 'space'>[] };
  /** Language of the space, or else of the site. */
  readonly language: string;
}

/** Where a page is found in a language. */
export interface PageLanguage {
  readonly language: string;
  readonly title: string;
  /** URL of the page, or of the first page where it is missing. */
  readonly url: string;
  readonly isCurrent: boolean;
  readonly isMissing: boolean;
  /** Whether the page there is a translation of this one, so that machines may be told. */
  readonly isTranslation: boolean;
}

/** How a page of a translated space stands to its source; null where it says the same, and in other spaces. */
export interface TranslationNotice {
  /** `outdated`: the source has changed since. `untranslated`: the text is still that of the source. */
  readonly state: 'outdated' | 'untranslated';
  /** URL and language of the page in the source. */
  readonly url: string;
  readonly language: string;
}

/** What a page shows beside its place in the tree. */
export interface LoadedPage {
  readonly text: CompiledText;
  /** What the references of the text lead to, in their order. */
  readonly targets: readonly (Target | null)[];
  /** Addresses of the targets of link pages, by the id of the page. */
  readonly hrefs: ReadonlyMap<string, string>;
  /** The image of the cover, with its size in pixels where it is a file of the space. */
  readonly cover: Pick<Target, 'href' | 'width' | 'height'> | null;
  /** URL of the page in the newest version that has it; null where it is this one. */
  readonly canonicalUrl: string | null;
  readonly languages: readonly PageLanguage[];
  /** How the text stands to what it was translated from. */
  readonly translation: TranslationNotice | null;
  /** What the page was without the change request whose changes its text shows; null where it shows none. */
  readonly comparison: PageComparison | null;
  /** Address of the page in the application; null unless the site shows it. */
  readonly editHref: string | null;
  /** Until when the page is verified; null when it is not, and unless the site shows it. */
  readonly verifiedUntil: string | null;
}

/** A page beside the one that it was without a change request. */
export interface PageComparison {
  /** The page without the change request, as the visitor sees it; null for a new one. */
  readonly earlier: ShownPage | null;
  readonly isSame: boolean;
}
