import { commonFolder } from '../unpack/archive-layout.ts';
import { planByFolders } from './plan-by-folders.ts';
import { locatorIn } from '../links/locator.ts';
import { createMountedLocator } from '../links/mounts.ts';
import { planSections, type PlanInput } from './plan-sections.ts';
import type { TreePlan } from './plan.ts';
import { planSummaries } from './plan-summaries.ts';
import { readMarkdownPage } from '../formats/source-page.ts';
import { readDocusaurus } from './docusaurus-sidebar.ts';
import { readVitePress } from './vitepress-sidebar.ts';
import { readCategories, readMkdocs, type Navigation } from './site-config.ts';
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
    if (plan) return plan;
    sources.set(path, readMarkdownPage(path, markdown));
  }
  const planned = layout.summary ? null : planSidebar(input);
  if (planned) return planned;
  const root = layout.summary ? commonFolder(entries) : layout.root;
  const locate = createMountedLocator(sources, index, root);
  const { folders, missing } = planSummaries(input);
  return {
    root,
    pages: planByFolders({
      root,
      sources,
      locate,
      categories: readCategories(entries),
      planned: folders,
      home: homeIn(input),
    }),
    locate,
    missing,
    skipReason:
      folders.size > 0 ? 'No SUMMARY.md lists it, and no page links to it' : 'It is outside the folder of the pages',
  };
}

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

/** Plans the tree by the configuration of MkDocs, Docusaurus or VitePress; null when none lists a page of the archive. */
function planSidebar(input: PlanInput): TreePlan | null {
  const { entries, index, sources, layout } = input;
  const site = { sources, locate: locatorIn(index, layout.root), categories: readCategories(entries) };
  for (const read of [readMkdocs, readVitePress, () => readDocusaurus(entries, site)]) {
    const navigation = read(entries);
    const plan = navigation && planNavigation(input, navigation);
    if (plan) return plan;
  }
  return null;
}

/** Plans the pages in the order of a configuration, whose paths are relative to its folder. */
const planNavigation = (input: PlanInput, { folder, sections, name }: Navigation) =>
  planSections(input, { path: `${folder}sidebar`, root: folder, sections, name });
