import { type ArchiveLayout, commonFolder } from './archive-layout.ts';
import { outlineFolders } from './folder-order.ts';
import type { ImportNote } from './import-tree.ts';
import { createLocator, type Locate } from './locator.ts';
import type { OutlineNode } from './outline.ts';
import { outlinePaths } from './page-builder.ts';
import { readMarkdownSource, type Source } from './source.ts';
import { isIndexPath, folderOf } from './source-path.ts';
import { readSummary } from './summary.ts';
import { outlineSummary } from './summary-outline.ts';
import { decodeText } from './text.ts';
import type { ArchiveEntry } from './zip.ts';

/** Which page stands where, and how links are followed from there. */
export interface TreePlan {
  readonly root: string;
  readonly outline: readonly OutlineNode[];
  readonly locate: Locate;
  readonly missing: readonly ImportNote[];
  /** Why a page that is not in the outline is not. */
  readonly leftOut: string;
}

/** What a plan is made from; `paths` are all that links can lead to. */
export interface TreeMaterial {
  readonly entries: readonly ArchiveEntry[];
  readonly layout: ArchiveLayout;
  readonly paths: readonly string[];
  /** A SUMMARY.md that turns out to be a page like others is added. */
  readonly sources: Map<string, Source>;
}

/** Plans the tree by its SUMMARY.md, or by folders where there is none that lists a page of the archive. */
export function planTree(material: TreeMaterial): TreePlan {
  const { layout, sources, paths, entries } = material;
  if (layout.summary) {
    const { path, body } = layout.summary;
    const markdown = decodeText({ body, name: path });
    const plan = planSummary(material, path, markdown);
    if (plan) return plan;
    sources.set(path, readMarkdownSource(path, markdown));
  }
  const root = layout.summary ? commonFolder(entries) : layout.root;
  const locate = createLocator(paths, root);
  return {
    root,
    outline: outlineFolders({ root, sources, locate }),
    locate,
    missing: [],
    leftOut: 'It lies outside of the folder of the pages',
  };
}

function planSummary(material: TreeMaterial, path: string, markdown: string): TreePlan | null {
  const { layout, sources, paths } = material;
  const { root } = layout;
  const locate = createLocator(paths, root);
  const sections = readSummary(markdown);
  const { nodes, missing } = outlineSummary({ path, sections, sources, locate });
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
    leftOut: 'SUMMARY.md does not list it, and no page links to it',
  };
}

/** Pages that SUMMARY.md leaves out but listed pages link to, directly or by way of others: they come hidden, at the end. */
function findLinked(given: {
  sources: ReadonlyMap<string, Source>;
  locate: Locate;
  listed: ReadonlySet<string>;
}): OutlineNode[] {
  const { sources, locate, listed } = given;
  const reached = new Set(listed);
  // A set gives what is added while it is walked.
  for (const path of reached)
    for (const { url } of sources.get(path)?.facts.urls ?? []) {
      const location = locate(path, url);
      if (location.kind === 'inside' && sources.has(location.path)) reached.add(location.path);
    }
  return [...reached]
    .filter((path) => !listed.has(path))
    .map((path) => ({ kind: 'document', path, hidden: true, children: [] }));
}
