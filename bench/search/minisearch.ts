import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { toString } from 'mdast-util-to-string';
import { parseMarkdown } from '../../src/text/markdown/parser.ts';
import type { SetPage } from './sets.ts';

/** What VitePress indexes: a section of a page, from one heading to the next. */
interface SectionEntry {
  readonly id: number;
  readonly page: string;
  readonly title: string;
  /** The headings above it. */
  readonly titles: readonly string[];
  text: string;
}

/** The part of MiniSearch that is used. It is installed with the other peers, which type checks do without. */
interface MiniSearch {
  addAll: (entries: readonly SectionEntry[]) => void;
  search: (query: string) => { readonly page: string }[];
}
type MiniSearchClass = new (options: object) => MiniSearch;

/** Settings of the local search of VitePress. */
const options = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['page'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
};

/** Creates a search over pages that returns the ids of pages by their best section. */
export async function createMiniSearch(pages: readonly SetPage[]): Promise<(query: string) => string[]> {
  const file = path.resolve(import.meta.dirname, '../peers/node_modules/minisearch/dist/es/index.js');
  const { default: Engine } = (await import(pathToFileURL(file).href)) as { default: MiniSearchClass };
  const index = new Engine(options);
  const entries = pages.flatMap(entriesFrom).map((entry, id) => ({ ...entry, id }));
  index.addAll(entries);
  return (query) => [...new Set(index.search(query).map(({ page }) => page))];
}

/** Splits a page as VitePress does. The title stands above a text that has no heading of the first level. */
function entriesFrom({ id: page, title, markdown }: SetPage): Omit<SectionEntry, 'id'>[] {
  const { children } = parseMarkdown(markdown);
  const entries: Omit<SectionEntry, 'id'>[] = [];
  const above: string[] = [];
  const open = (depth: number, heading: string) => {
    above.splice(depth - 1);
    entries.push({ page, title: heading, titles: above.filter((text) => text !== ''), text: '' });
    for (let level = above.length; level < depth - 1; level += 1) above.push('');
    above.push(heading);
  };
  if (!children.some((node) => node.type === 'heading' && node.depth === 1)) open(1, title);
  for (const node of children) {
    const entry = entries.at(-1);
    if (node.type === 'heading') open(node.depth, toString(node));
    else if (entry) entry.text += ` ${toString(node)}`;
  }
  return entries;
}
