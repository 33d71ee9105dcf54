import type { ImportNote } from '../import-tree.ts';
import type { Locate } from '../links/locator.ts';
import type { PlannedPage } from './plan.ts';
import type { SummaryItem, SummarySection } from './summary.ts';

/** A parsed SUMMARY.md, the pages of the archive, and a resolver for its links. */
export interface TableOfContents {
  /** Archive path of SUMMARY.md. */
  readonly path: string;
  readonly sections: readonly SummarySection[];
  readonly sources: ReadonlyMap<string, unknown>;
  readonly locate: Locate;
  /** Name of the table of contents, for reports. */
  readonly name: string;
  /** The folder whose pages it orders; empty for all. Pages elsewhere become links. */
  readonly within: string;
}

/**
 * Plans the pages in the order of a SUMMARY.md. Headings become groups, entries become pages, and external URLs
 * become links. An entry becomes a link if it repeats a page, or has an anchor while another entry names the page
 * itself. An entry without a URL becomes a group at the top and an empty page below. `missing` lists the entries whose
 * page does not exist; those with children become empty pages.
 */
export function planContents(table: TableOfContents): {
  nodes: PlannedPage[];
  missing: ImportNote[];
} {
  const walk: Walk = { table, seen: new Set(), whole: wholePages(table), missing: [], count: 0 };
  const nodes = table.sections.flatMap(({ title, items, line }): PlannedPage[] => {
    if (title === undefined || title === '') return planItems(walk, items, 'group');
    const path = unsourced(walk);
    const children = planItems(walk, items, 'document');
    return children.length > 0 ? [{ kind: 'group', path, label: title, children, ...at(line) }] : [];
  });
  return { nodes, missing: walk.missing };
}

interface Walk {
  readonly table: TableOfContents;
  readonly seen: Set<string>;
  /** Archive paths of pages that an entry names without an anchor. */
  readonly whole: ReadonlySet<string>;
  readonly missing: ImportNote[];
  count: number;
}

function wholePages({ path: from, sections, locate }: TableOfContents): ReadonlySet<string> {
  const listPaths = ({ url, children }: SummaryItem): string[] => {
    const location = url === undefined ? undefined : locate(from, url);
    const own = location?.kind === 'inside' && location.anchor === undefined ? [location.path] : [];
    return [...own, ...children.flatMap(listPaths)];
  };
  return new Set(sections.flatMap(({ items }) => items.flatMap(listPaths)));
}

const planItems = (walk: Walk, items: readonly SummaryItem[], unlinked: 'document' | 'group'): PlannedPage[] =>
  items.flatMap((item) => planItem(walk, item, unlinked));

function planItem(walk: Walk, item: SummaryItem, unlinked: 'document' | 'group'): PlannedPage[] {
  const { title: label, url, generated } = item;
  const place = at(item.line);
  const from = walk.table.path;
  const location = url === undefined ? undefined : walk.table.locate(from, url);
  if (location?.kind === 'outside')
    return [{ kind: 'link', label, url, from, children: [], ...place }, ...nested(walk, item)];
  if (location?.kind === 'inside' && walk.table.sources.has(location.path)) {
    const { path, anchor } = location;
    const isElsewhere = walk.seen.has(path) || !path.startsWith(walk.table.within);
    if (isElsewhere || (anchor !== undefined && walk.whole.has(path)))
      return [{ kind: 'link', label, url, from, children: [], ...place }, ...nested(walk, item)];
    walk.seen.add(path);
    return [{ kind: 'document', path, label, children: nested(walk, item), ...place }];
  }
  if (url === undefined && label === '') return planItems(walk, item.children, unlinked);
  if (item.children.length > 0) {
    const kind = url === undefined && !generated ? unlinked : 'document';
    const page = { kind, path: unsourced(walk), label, children: nested(walk, item), ...place } as const;
    return [{ ...page, ...(generated && { generated }) }];
  }
  if (url !== undefined)
    walk.missing.push({ key: url, reason: `${walk.table.name} lists it, but it is not in the archive` });
  return url === undefined ? [{ kind: 'document', path: unsourced(walk), label, children: [], ...place }] : [];
}

const at = (line: number | undefined): { line?: number } => (line === undefined ? {} : { line });

const nested = (walk: Walk, item: SummaryItem) => planItems(walk, item.children, 'document');

/** Path of a page without source. It lies below SUMMARY.md, where no file can exist. */
const unsourced = (walk: Walk) => `${walk.table.path}/${(walk.count += 1)}/`;
