import type { ImportNote } from '../import-tree.ts';
import type { OutlineNode } from './outline.ts';
import { planSections } from './plan-sections.ts';
import { readMarkdownSource } from '../formats/source.ts';
import { folderOf } from '../unpack/source-path.ts';
import { readSummary } from './summary.ts';
import { decodeText } from '../unpack/text.ts';
import type { TreePlanInput } from './plan.ts';

/** Folders that have their own SUMMARY.md. */
interface PlannedFolders {
  readonly outlined: ReadonlyMap<string, readonly OutlineNode[]>;
  readonly missing: readonly ImportNote[];
}

/** Plans each folder by its own SUMMARY.md. A SUMMARY.md that lists no page of the archive is imported as a page. */
export function planSummaries(input: TreePlanInput): PlannedFolders {
  const outlined = new Map<string, readonly OutlineNode[]>();
  const missing: ImportNote[] = [];
  for (const { path, body } of input.layout.summaries ?? []) {
    const markdown = decodeText({ body, name: path });
    const root = folderOf(path);
    const plan = planSections(input, { path, root, sections: readSummary(markdown), name: path, within: root });
    if (plan) {
      outlined.set(root, plan.outline.map(below));
      missing.push(...plan.missing.map(({ key, reason }) => ({ key: `${root}${key}`, reason })));
    } else input.sources.set(path, readMarkdownSource(path, markdown));
  }
  return { outlined, missing };
}

/** Groups may only occur at the top of the tree. */
const below = (node: OutlineNode): OutlineNode => ({
  ...node,
  kind: node.kind === 'group' ? 'document' : node.kind,
  children: node.children.map(below),
});
