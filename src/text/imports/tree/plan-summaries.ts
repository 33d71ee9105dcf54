import type { ImportNote } from '../import-tree.ts';
import type { PlannedPage } from './plan.ts';
import { planSections, type PlanInput } from './plan-sections.ts';
import { readMarkdownPage } from '../formats/source-page.ts';
import { readFolder } from '../unpack/source-path.ts';
import { readSummary } from './summary.ts';
import { decodeText } from '../unpack/text.ts';

/** Folders that have their own SUMMARY.md. */
interface PlannedFolders {
  readonly folders: ReadonlyMap<string, readonly PlannedPage[]>;
  readonly missing: readonly ImportNote[];
}

/** Plans each folder by its own SUMMARY.md. A SUMMARY.md that lists no page of the archive is imported as a page. */
export function planSummaries(input: PlanInput): PlannedFolders {
  const folders = new Map<string, readonly PlannedPage[]>();
  const missing: ImportNote[] = [];
  for (const { path, body } of input.layout.summaries ?? []) {
    const markdown = decodeText({ body, name: path });
    const root = readFolder(path);
    const plan = planSections(input, { path, root, sections: readSummary(markdown), name: path, within: root });
    if (plan) {
      folders.set(root, plan.pages.map(below));
      missing.push(...plan.missing.map(({ key, reason }) => ({ key: `${root}${key}`, reason })));
    } else input.sources.set(path, readMarkdownPage(path, markdown));
  }
  return { folders, missing };
}

/** Groups may only occur at the top of the tree. */
const below = (node: PlannedPage): PlannedPage => ({
  ...node,
  kind: node.kind === 'group' ? 'document' : node.kind,
  children: node.children.map(below),
});
