import { plannedPaths, type PlannedPage, type TreePlan } from './plan.ts';
import { createLocator, type Locate } from '../links/locator.ts';
import type { SummaryItem, SummarySection } from './summary.ts';
import { planContents } from './plan-contents.ts';

/** Pages with a table of contents. */
export interface ListedPages {
  /** Path of the table of contents. Its URLs are relative to it. */
  readonly from: string;
  readonly root: string;
  readonly sections: readonly SummarySection[];
  readonly sources: ReadonlyMap<string, unknown>;
  readonly locate: Locate;
  /** The page to put first if the table of contents does not list it. */
  readonly home?: string | undefined;
}

/**
 * Plans a tree by a table of contents. Drops repeated entries and entries without an imported page. Pages that are not
 * listed follow at the end.
 */
export function planListed(listedPages: ListedPages): TreePlan {
  const { from, root, sections, sources, locate, home } = listedPages;
  const pathsSoFar = new Set<string>();
  const knownSections = sections.map(({ items, ...section }) => ({
    ...section,
    items: keepKnown(items, { ...listedPages, seen: pathsSoFar }),
  }));
  const { nodes } = planContents({ within: '', path: from, sections: knownSections, sources, locate, name: from });
  const listed = new Set(plannedPaths(nodes));
  const rest = [...sources.keys()].filter((path) => !listed.has(path));
  const first = rest.filter((path) => path === home);
  return {
    root,
    pages: [...first.map(pageNode), ...nodes, ...rest.filter((path) => path !== home).map(pageNode)],
    locate,
    missing: [],
    skipReason: 'It is not part of the tree',
  };
}

/** Plans a tree by a table of contents whose URLs are archive paths. */
export const planArchive = (paths: readonly string[], listedPages: Omit<ListedPages, 'locate'>): TreePlan =>
  planListed({ ...listedPages, locate: createLocator(paths, listedPages.root) });

const pageNode = (path: string): PlannedPage => ({ kind: 'document', path, children: [] });

interface Walk extends ListedPages {
  readonly seen: Set<string>;
}

/** Keeps the first entry of each known page, and entries without a URL that have children. */
function keepKnown(items: readonly SummaryItem[], walk: Walk): SummaryItem[] {
  return items.flatMap((item): SummaryItem[] => {
    const { title, url } = item;
    const location = url === undefined ? undefined : walk.locate(walk.from, url);
    const path = location?.kind === 'inside' ? location.path : undefined;
    // A collapsible section that links to its own first page is not a page.
    const isPage = path !== undefined && walk.sources.has(path) && !walk.seen.has(path) && !leadsTo(item);
    if (isPage) walk.seen.add(path);
    const children = keepKnown(item.children, walk);
    if (isPage) return [{ title, ...(url !== undefined && { url }), children }];
    return children.length > 0 ? [{ title, children }] : [];
  });
}

const leadsTo = ({ url, children }: SummaryItem): boolean =>
  children.some((child) => (child.url !== undefined && child.url === url) || leadsTo({ ...child, url: url ?? '' }));
