import { type ArchiveLayout, commonFolder } from './archive-layout.ts';
import { outlineFolders } from './folder-order.ts';
import type { ImportNote } from './import-tree.ts';
import { createLocator, type Locate } from './locator.ts';
import type { OutlineNode } from './outline.ts';
import { outlinePaths } from './page-builder.ts';
import { readMarkdownSource, type Source } from './source.ts';
import { isIndexPath, folderOf } from './source-path.ts';
import { readDocusaurus } from './docusaurus-sidebar.ts';
import { readVitePress } from './vitepress-sidebar.ts';
import { readCategories, readNavigation, type Navigation } from './site-config.ts';
import { readSummary, type SummarySection } from './summary.ts';
import { outlineSummary } from './summary-outline.ts';
import { decodeText } from './text.ts';
import type { ArchiveEntry } from './zip.ts';

/** Position of each page, and a resolver for links. */
export interface TreePlan {
  readonly root: string;
  readonly outline: readonly OutlineNode[];
  readonly locate: Locate;
  readonly missing: readonly ImportNote[];
  /** Reason reported for pages that are not in the outline. */
  readonly skipReason: string;
}

/** Input of a plan. `paths` are all possible targets of links. */
export interface TreePlanInput {
  readonly entries: readonly ArchiveEntry[];
  readonly layout: ArchiveLayout;
  readonly paths: readonly string[];
  /** A SUMMARY.md that lists no page of the archive is added as an ordinary page. */
  readonly sources: Map<string, Source>;
}

/** Plans the tree by its SUMMARY.md or the configuration of its generator, or by folders when neither lists a page of the archive. */
export function planTree(input: TreePlanInput): TreePlan {
  const { layout, sources, paths, entries } = input;
  if (layout.summary) {
    const { path, body } = layout.summary;
    const markdown = decodeText({ body, name: path });
    const plan = planSummary(input, path, markdown);
    if (plan) return plan;
    sources.set(path, readMarkdownSource(path, markdown));
  }
  const planned = layout.summary ? null : planSidebar(input);
  if (planned) return planned;
  const root = layout.summary ? commonFolder(entries) : layout.root;
  const locate = createLocator(paths, root);
  return {
    root,
    outline: outlineFolders({ root, sources, locate, categories: readCategories(entries) }),
    locate,
    missing: [],
    skipReason: 'It is outside the folder of the pages',
  };
}

const planSummary = (input: TreePlanInput, path: string, markdown: string) =>
  planSections(input, { path, root: input.layout.root, sections: readSummary(markdown), name: 'SUMMARY.md' });

/** Plans the tree by the configuration of MkDocs, Docusaurus or VitePress; null when none lists a page of the archive. */
function planSidebar(input: TreePlanInput): TreePlan | null {
  const { entries, paths, sources, layout } = input;
  const site = { sources, locate: createLocator(paths, layout.root), categories: readCategories(entries) };
  for (const read of [readNavigation, readVitePress, () => readDocusaurus(entries, site)]) {
    const navigation = read(entries);
    const plan = navigation && planNavigation(input, navigation);
    if (plan) return plan;
  }
  return null;
}

/** The pages in the order of a configuration, whose paths are relative to its folder of pages. */
const planNavigation = (input: TreePlanInput, { folder, sections, name }: Navigation) =>
  planSections(input, { path: `${folder}sidebar`, root: folder, sections, name });

interface Listing {
  /** The URLs in the sections are relative to it. */
  readonly path: string;
  readonly root: string;
  readonly sections: readonly SummarySection[];
  /** What lists the pages, for reports. */
  readonly name: string;
}

function planSections({ sources, paths }: TreePlanInput, { path, root, sections, name }: Listing): TreePlan | null {
  const locate = createLocator(paths, root);
  const { nodes, missing } = outlineSummary({ path, sections, sources, locate, name });
  const listed = new Set([...outlinePaths(nodes)].filter((page) => sources.has(page)));
  if (listed.size === 0) return null;
  const home = [...sources.keys()].find((page) => folderOf(page) === root && isIndexPath(page));
  const first: OutlineNode[] =
    home === undefined || listed.has(home) ? [] : [{ kind: 'document', path: home, children: [] }];
  if (home !== undefined) listed.add(home);
  return {
    root,
    outline: [...first, ...nodes, ...findLinked({ sources, locate, listed })],
    locate,
    missing,
    skipReason: `${name} does not list it, and no page links to it`,
  };
}

/** Pages that SUMMARY.md does not list but listed pages link to, directly or indirectly. They are hidden, at the end. */
function findLinked({
  sources,
  locate,
  listed,
}: {
  sources: ReadonlyMap<string, Source>;
  locate: Locate;
  listed: ReadonlySet<string>;
}): OutlineNode[] {
  const reached = new Set(listed);
  // Iterating a set visits values added meanwhile.
  for (const path of reached)
    for (const { url } of sources.get(path)?.facts.urls ?? []) {
      const location = locate(path, url);
      if (location.kind === 'inside' && sources.has(location.path)) reached.add(location.path);
    }
  return [...reached]
    .filter((path) => !listed.has(path))
    .map((path) => ({ kind: 'document', path, hidden: true, children: [] }));
}
