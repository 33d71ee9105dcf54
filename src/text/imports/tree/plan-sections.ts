import type { Locate } from '../links/locator.ts';
import { createMountedLocator } from '../links/mounts.ts';
import { plannedPaths, type PlannedPage, type TreePlan } from './plan.ts';
import type { ArchiveLayout } from '../unpack/archive-layout.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import type { PathIndex } from '../links/locator.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { readFolder, isIndexPath } from '../unpack/source-path.ts';
import { planContents } from './plan-contents.ts';
import type { SummarySection } from './summary.ts';

/** The content of an archive whose tree is planned. */
export interface PlanInput {
  readonly entries: readonly ArchiveEntry[];
  readonly layout: ArchiveLayout;
  /** All possible targets of links. */
  readonly index: PathIndex;
  /** The pages. A SUMMARY.md that lists no page of the archive is added to them. */
  readonly sources: Map<string, SourcePage>;
  /** Paths of the pages whose text other pages include. */
  readonly filledIn?: ReadonlySet<string>;
  /** The version of the pages, where an archive holds several. */
  readonly version?: string | null | undefined;
  /** The language of the pages, where an archive holds several. */
  readonly language?: string | null | undefined;
}

/** A table of contents for the pages of a folder. */
export interface Listing {
  /** Path to which the URLs in the sections are relative. */
  readonly path: string;
  readonly root: string;
  readonly sections: readonly SummarySection[];
  /** Name of the table of contents, for reports. */
  readonly name: string;
  /** The folder whose pages it orders; defaults to all. Pages elsewhere become links. */
  readonly within?: string;
  /** The first page; defaults to the index of the folder. */
  readonly home?: string | undefined;
}

/** Plans the listed pages and the pages reachable from them by links; null when no page of the archive is listed. */
export function planSections(
  { sources, index }: Pick<PlanInput, 'sources' | 'index'>,
  { path, root, sections, name, within = '', home: first }: Listing,
): TreePlan | null {
  const locate = createMountedLocator(sources, index, root);
  const { nodes, missing } = planContents({ path, sections, sources, locate, name, within });
  const listed = new Set([...plannedPaths(nodes)].filter((page) => sources.has(page)));
  if (listed.size === 0) return null;
  const home = first ?? [...sources.keys()].find((page) => readFolder(page) === root && isIndexPath(page));
  const opening: PlannedPage[] =
    home === undefined || listed.has(home) ? [] : [{ kind: 'document', path: home, children: [] }];
  if (home !== undefined) listed.add(home);
  return {
    root,
    pages: [...opening, ...nodes, ...findLinked({ sources, locate, listed, within })],
    locate,
    missing,
    skipReason: `${name} does not list it, and no page links to it`,
  };
}

/** Finds pages that are not listed but reachable by links from listed pages. They are hidden, at the end. */
function findLinked({
  sources,
  locate,
  listed,
  within,
}: {
  sources: ReadonlyMap<string, SourcePage>;
  locate: Locate;
  listed: ReadonlySet<string>;
  within: string;
}): PlannedPage[] {
  const reached = new Set(listed);
  // Iterating a set also visits values added during the iteration.
  for (const path of reached)
    for (const { url } of sources.get(path)?.facts.urls ?? []) {
      const location = locate(path, url);
      if (location.kind === 'inside' && sources.has(location.path) && location.path.startsWith(within))
        reached.add(location.path);
    }
  return [...reached]
    .filter((path) => !listed.has(path))
    .map((path) => ({ kind: 'document', path, hidden: true, children: [] }));
}
