import type { ImportNote } from './import-tree.ts';
import type { Locate } from './locator.ts';
import type { OutlineNode } from './outline.ts';
import type { SummaryItem, SummarySection } from './summary.ts';

/** A SUMMARY.md read, the pages there are, and how to follow its links. */
export interface SummaryTable {
  /** Archive path of the SUMMARY.md. */
  readonly path: string;
  readonly sections: readonly SummarySection[];
  readonly sources: ReadonlyMap<string, unknown>;
  readonly locate: Locate;
}

/**
 * The outline a SUMMARY.md describes, in its order: headings become groups, entries pages, addresses elsewhere links.
 * A page listed again, or with an anchor, becomes a link to it; an entry without an address a group at the top and
 * an empty page below. `missing` are entries whose page is not there; with children they become empty pages.
 */
export function outlineSummary(table: SummaryTable): {
  nodes: OutlineNode[];
  missing: ImportNote[];
} {
  const walk: Walk = { table, seen: new Set(), missing: [], count: 0 };
  const nodes = table.sections.flatMap(({ title, items }): OutlineNode[] => {
    if (title === undefined || title === '') return outlineItems(walk, items, 'group');
    const path = unsourced(walk);
    const children = outlineItems(walk, items, 'document');
    return children.length > 0 ? [{ kind: 'group', path, label: title, children }] : [];
  });
  return { nodes, missing: walk.missing };
}

interface Walk {
  readonly table: SummaryTable;
  readonly seen: Set<string>;
  readonly missing: ImportNote[];
  count: number;
}

const outlineItems = (walk: Walk, items: readonly SummaryItem[], unlinked: 'document' | 'group'): OutlineNode[] =>
  items.flatMap((item) => outlineItem(walk, item, unlinked));

function outlineItem(walk: Walk, item: SummaryItem, unlinked: 'document' | 'group'): OutlineNode[] {
  const { title: label, url } = item;
  const from = walk.table.path;
  const location = url === undefined ? undefined : walk.table.locate(from, url);
  if (location?.kind === 'outside') return [{ kind: 'link', label, url, from, children: [] }, ...nested(walk, item)];
  if (location?.kind === 'inside' && walk.table.sources.has(location.path)) {
    const { path, anchor } = location;
    if (walk.seen.has(path) || anchor !== undefined)
      return [{ kind: 'link', label, url, from, children: [] }, ...nested(walk, item)];
    walk.seen.add(path);
    return [{ kind: 'document', path, label, children: nested(walk, item) }];
  }
  if (item.children.length > 0) {
    const kind = url === undefined ? unlinked : 'document';
    return [{ kind, path: unsourced(walk), label, children: nested(walk, item) }];
  }
  if (url !== undefined) walk.missing.push({ key: url, reason: 'SUMMARY.md lists it, but it is not in the archive' });
  return url === undefined && label !== '' ? [{ kind: 'document', path: unsourced(walk), label, children: [] }] : [];
}

const nested = (walk: Walk, item: SummaryItem) => outlineItems(walk, item.children, 'document');

/** The path of a page that has no source: below that of the SUMMARY.md, where no file can be. */
const unsourced = (walk: Walk) => `${walk.table.path}/${(walk.count += 1)}/`;
