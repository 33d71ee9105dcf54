import { createLocator, type Locate } from '../locator.ts';
import type { OutlineNode } from '../outline.ts';
import { outlinePaths } from '../page-builder.ts';
import type { SummaryItem, SummarySection } from '../summary.ts';
import { outlineSummary } from '../summary-outline.ts';
import type { TreePlan } from '../tree-plan.ts';

/** A table of contents that came with the pages. */
export interface ListedPages {
  /** Where the table was found: its addresses are relative to it. */
  readonly from: string;
  readonly root: string;
  readonly sections: readonly SummarySection[];
  readonly sources: ReadonlyMap<string, unknown>;
  readonly locate: Locate;
  /** The page that comes first where the table does not list it. */
  readonly home?: string | undefined;
}

/** Plans a tree by a table of contents, each page once and entries of pages that did not come left out; pages it does not list follow. */
export function planListed(given: ListedPages): TreePlan {
  const { from, root, sections, sources, locate, home } = given;
  const seen = new Set<string>();
  const kept = sections.map(({ items, ...section }) => ({ ...section, items: keepKnown(items, { ...given, seen }) }));
  const { nodes } = outlineSummary({ path: from, sections: kept, sources, locate });
  const listed = new Set(outlinePaths(nodes));
  const rest = [...sources.keys()].filter((path) => !listed.has(path));
  const first = rest.filter((path) => path === home);
  return {
    root,
    outline: [...first.map(pageNode), ...nodes, ...rest.filter((path) => path !== home).map(pageNode)],
    locate,
    missing: [],
    leftOut: 'It is not part of the tree',
  };
}

/** A plan for the archive paths of a table of contents. */
export const planArchive = (paths: readonly string[], given: Omit<ListedPages, 'locate'>): TreePlan =>
  planListed({ ...given, locate: createLocator(paths, given.root) });

const pageNode = (path: string): OutlineNode => ({ kind: 'document', path, children: [] });

interface Walk extends ListedPages {
  readonly seen: Set<string>;
}

/** Entries whose page is there, each page where it is listed first; entries without an address stay if something is below them. */
function keepKnown(items: readonly SummaryItem[], walk: Walk): SummaryItem[] {
  return items.flatMap((item): SummaryItem[] => {
    const { title, url } = item;
    const location = url === undefined ? undefined : walk.locate(walk.from, url);
    const path = location?.kind === 'inside' ? location.path : undefined;
    // A folding box that leads to its own first page is no page itself.
    const isPage = path !== undefined && walk.sources.has(path) && !walk.seen.has(path) && !leadsTo(item);
    if (isPage) walk.seen.add(path);
    const children = keepKnown(item.children, walk);
    if (isPage) return [{ title, ...(url !== undefined && { url }), children }];
    return children.length > 0 ? [{ title, children }] : [];
  });
}

const leadsTo = ({ url, children }: SummaryItem): boolean =>
  children.some((child) => (child.url !== undefined && child.url === url) || leadsTo({ ...child, url: url ?? '' }));
