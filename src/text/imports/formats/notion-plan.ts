import { addToList } from '../../../lib/add-to-list.ts';
import type { Locate } from '../links/locator.ts';
import type { PlannedPage } from '../tree/plan.ts';
import type { SourcePage } from './source-page.ts';
import { readFolder, readName, stemOf } from '../unpack/source-path.ts';

/** Nests pages below the page of their folder, in the order of its links, then by name. */
export function planNotion(sources: ReadonlyMap<string, SourcePage>, locate: Locate): PlannedPage[] {
  const pageOfFolder = new Map(
    [...sources.keys()].map((path) => [`${readFolder(path)}${stemOf(path)}/`.toLowerCase(), path]),
  );
  const children = new Map<string, string[]>();
  for (const path of sources.keys()) {
    const parent = readParent(path, pageOfFolder);
    addToList(children, parent, path);
  }
  const childrenOf = (parent: string): PlannedPage[] => {
    const source = sources.get(parent);
    const order = new Map<string, number>();
    for (const { url } of source?.facts.urls ?? []) {
      const location = locate(parent, url);
      if (location.kind === 'inside' && !order.has(location.path)) order.set(location.path, order.size);
    }
    const rank = (path: string) => order.get(path) ?? Infinity;
    return (children.get(parent) ?? [])
      .toSorted((a, b) => (rank(a) === rank(b) ? collator.compare(readName(a), readName(b)) : rank(a) - rank(b)))
      .map((path) => ({ kind: 'document', path, children: childrenOf(path) }));
  };
  return childrenOf('');
}

/** The nearest folder with a page. Empty at the top. */
function readParent(path: string, pageOfFolder: ReadonlyMap<string, string>): string {
  for (let folder = readFolder(path); folder !== ''; folder = readFolder(folder)) {
    const page = pageOfFolder.get(folder.toLowerCase());
    if (page !== undefined && page !== path) return page;
  }
  return '';
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
