import { createHash } from 'node:crypto';
import type { SummaryItem } from '../../tree/summary.ts';
import type { PageNavigation } from './site-navigation.ts';

/**
 * Merges the navigations of all pages into one table of contents, because generators show only the branch of the
 * current page. A new item is inserted after the item that precedes it. Navigations in headers count only when there
 * are no others.
 */
export function createNavigationMerger() {
  const merged = { sidebar: [] as Item[], header: [] as Item[] };
  const seen = new Set<string>();
  return {
    add({ items, inHeader }: PageNavigation): void {
      // Most generators repeat the same navigation on every page.
      const key = createHash('sha256')
        .update(JSON.stringify([inHeader, items]))
        .digest('base64');
      if (seen.has(key)) return;
      seen.add(key);
      mergeInto(inHeader ? merged.header : merged.sidebar, items);
    },
    items: (): readonly SummaryItem[] => (merged.sidebar.length > 0 ? merged.sidebar : merged.header),
  };
}

interface Item {
  readonly title: string;
  readonly url?: string;
  readonly children: Item[];
}

function mergeInto(items: Item[], others: readonly SummaryItem[]): void {
  let at = 0;
  for (const item of others) {
    const isSame = ({ title, url }: Item) =>
      title === item.title && (url === item.url || url === undefined || item.url === undefined);
    const next = items[at];
    // The next item usually matches, which avoids a search of the list.
    const index = next && isSame(next) ? at : items.findIndex(isSame);
    const same = items[index];
    if (same) {
      mergeInto(same.children, item.children);
      at = index + 1;
      continue;
    }
    const { title, url } = item;
    const added: Item = { title, ...(url !== undefined && { url }), children: [] };
    mergeInto(added.children, item.children);
    items.splice(at, 0, added);
    at += 1;
  }
}
