import { readNavCategories } from './awesome-pages.ts';
import { commonFolder } from '../unpack/archive-layout.ts';
import { planByFolders } from './plan-by-folders.ts';
import { locatorIn } from '../links/locator.ts';
import { createMountedLocator } from '../links/mounts.ts';
import { planSections, type PlanInput } from './plan-sections.ts';
import { plannedPaths, type TreePlan } from './plan.ts';
import type { ImportNote } from '../import-tree.ts';
import { planSummaries } from './plan-summaries.ts';
import { isDraft } from '../formats/withheld.ts';
import { readMarkdownPage, type SourcePage } from '../formats/source-page.ts';
import { readDocmost } from './docmost.ts';
import { docusaurusFinder } from './docusaurus-ids.ts';
import { readDocusaurus } from './docusaurus-sidebar.ts';
import type { SiteOfPages } from './generated-items.ts';
import { readMintlify } from './mintlify.ts';
import { readMetaCategories } from './nextra.ts';
import { readVitePress } from './vitepress-sidebar.ts';
import { readCategories, readMkdocs, type Navigation } from './site-config.ts';
import { readStarlight } from './starlight.ts';
import { readSummary } from './summary.ts';
import { decodeText } from '../unpack/text.ts';

/**
 * Plans the tree by its SUMMARY.md, otherwise by the configuration of its generator, otherwise by folders. A source
 * that lists no page of the archive is ignored. Of several SUMMARY.md files, each orders its folder.
 */
export function planTree(input: PlanInput): TreePlan {
  const { layout, sources, index, entries } = input;
  if (layout.summary) {
    const { path, body } = layout.summary;
    const markdown = decodeText({ body, name: path });
    const plan = planSummary(input, path, markdown);
    if (plan)
      return {
        ...plan,
        notes: describeLeftOut({ key: path, name: 'SUMMARY.md' }, countPages(plan, sources), countAll(input, plan)),
      };
    sources.set(path, readMarkdownPage(path, markdown));
  }
  const categories = listCategories(input);
  const { plan: planned, notes } = layout.summary ? { plan: null, notes: [] } : planSidebar(input, categories);
  if (planned) return { ...planned, notes };
  const root = layout.summary ? commonFolder(entries) : layout.root;
  const locate = createMountedLocator(sources, index, root);
  const { folders, missing } = planSummaries(input);
  return {
    root,
    pages: planByFolders({
      root,
      sources,
      locate,
      categories,
      planned: folders,
      home: homeIn(input),
    }),
    locate,
    missing,
    notes,
    skipReason:
      folders.size > 0 ? 'No SUMMARY.md lists it, and no page links to it' : 'It is outside the folder of the pages',
  };
}

/** Positions and titles of folders: of Nextra, of MkDocs' plugins, of Docusaurus. */
const listCategories = ({ entries, sources, layout: { root } }: PlanInput) =>
  new Map([
    ...readMetaCategories(entries),
    ...readNavCategories(entries),
    ...readCategories(entries, docusaurusFinder(sources, root)),
  ]);

const planSummary = (input: PlanInput, path: string, markdown: string) =>
  planSections(input, {
    path,
    root: input.layout.root,
    sections: readSummary(markdown),
    name: 'SUMMARY.md',
    home: homeIn(input),
  });

/** The first page that the layout names, if it is a page. */
const homeIn = ({ layout, sources }: PlanInput) =>
  layout.home !== undefined && sources.has(layout.home) ? layout.home : undefined;

interface SidebarPlan {
  readonly plan: TreePlan | null;
  readonly notes: readonly ImportNote[];
}

/**
 * Plans the tree by a configuration of MkDocs, Docusaurus, VitePress or Starlight: the one that has most pages, of those with as many
 * the one nearest to the root. None, when it would leave out more pages than it has.
 */
function planSidebar(input: PlanInput, categories: SiteOfPages['categories']): SidebarPlan {
  const { entries, index, sources, layout, version, language } = input;
  const site = { sources, locate: locatorIn(index, layout.root), categories, language };
  const found = [
    ...readMkdocs(entries),
    ...readMintlify(entries, { version, language }),
    ...readDocmost(entries),
    ...readVitePress(entries, language),
    ...readDocusaurus(entries, site),
    ...readStarlight(entries, site),
  ].map((navigation) => {
    const plan = planNavigation(input, navigation);
    return { ...navigation, plan, pages: plan ? countPages(plan, sources) : 0 };
  });
  const depth = ({ path }: Navigation) => path.split('/').length;
  const [best, ...others] = found.toSorted((one, other) => other.pages - one.pages || depth(one) - depth(other));
  if (!best) return { plan: null, notes: [] };
  const total = countAll(input, best.plan);
  const isChosen = best.pages * 2 >= total;
  const unread = found.filter(({ pages }) => pages === 0);
  const notes = [
    ...unread.map(({ path, name }) => ({
      key: path,
      reason: `${name} lists no page that can be read from it without running it`,
    })),
    ...(isChosen ? (best.lost ?? []).map((reason) => ({ key: best.path, reason })) : []),
    ...(best.pages > 0
      ? describeChoice({ ...best, isChosen, total, hasOthers: others.some(({ pages }) => pages > 0) })
      : []),
  ];
  return { plan: isChosen ? best.plan : null, notes };
}

/** Number of pages that a plan might have: not those whose text stands in others, nor those that it leaves out and no reader sees. */
function countAll({ sources, filledIn }: PlanInput, plan: TreePlan | null): number {
  const planned = new Set(plan ? plannedPaths(plan.pages) : []);
  const isCounted = ({ path, withheld }: SourcePage) => planned.has(path) || !isDraft(withheld);
  return [...sources.values()].filter((page) => filledIn?.has(page.path) !== true && isCounted(page)).length;
}

const countPages = ({ pages }: TreePlan, sources: ReadonlyMap<string, unknown>): number =>
  [...plannedPaths(pages)].filter((path) => sources.has(path)).length;

interface Choice extends Navigation {
  readonly pages: number;
  readonly total: number;
  readonly isChosen: boolean;
  /** Whether another configuration lists pages as well. */
  readonly hasOthers: boolean;
}

function describeChoice({ path, name, pages, total, isChosen, hasOthers }: Choice): ImportNote[] {
  if (!isChosen)
    return [
      {
        key: path,
        reason: `${name} has ${pages} of ${total} pages, so all pages are ordered by their folders instead`,
      },
    ];
  if (pages === total && hasOthers) return [{ key: path, reason: `${name} orders the pages, and leaves out none` }];
  return describeLeftOut({ key: path, name }, pages, total);
}

const describeLeftOut = ({ key, name }: { key: string; name: string }, pages: number, total: number): ImportNote[] =>
  pages === total ? [] : [{ key, reason: `${name} orders the pages, and leaves out ${total - pages} of ${total}` }];

/** Plans the pages in the order of a configuration, whose paths are relative to its folder. */
const planNavigation = (input: PlanInput, { folder, sections, name }: Navigation) =>
  planSections(input, { path: `${folder}sidebar`, root: folder, sections, name });
