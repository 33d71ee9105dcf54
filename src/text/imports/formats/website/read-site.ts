import { setImmediate } from 'node:timers/promises';
import { visit } from 'unist-util-visit';
import { commonFolder } from '../../unpack/archive-layout.ts';
import { planByFolders } from '../../tree/plan-by-folders.ts';
import { convertRoot, parseHtmlPage } from '../html/html.ts';
import type { HtmlRoot } from '../../../markdown/html-tree.ts';
import type { ImportNote } from '../../import-tree.ts';
import { createLocator, type Locate } from '../../links/locator.ts';
import { DomainError } from '../../../../lib/errors.ts';
import type { SourceContent } from '../source-content.ts';
import { importRefused } from '../../refusal.ts';
import { pageOfHtml, type SourcePage } from '../source-page.ts';
import { planListed } from '../../tree/plan-listed.ts';
import { readFolder, relativePath } from '../../unpack/source-path.ts';
import type { SummaryItem } from '../../tree/summary.ts';
import type { TreePlan } from '../../tree/plan.ts';
import type { CrawledPage, CrawledSite } from './crawled-site.ts';
import { pageAddress, pagePath } from './site-address.ts';
import { extractContent } from './site-content.ts';
import { createNavigationMerger } from './merge-navigations.ts';
import { findNavigation, type PageNavigation } from './site-navigation.ts';

/** Reads a crawled website: pages in Markdown, in the order of its navigation, with links between them. */
export async function readSite(site: CrawledSite): Promise<SourceContent> {
  const paths = new Map(site.pages.map(({ address }) => [address, pagePath(site.scope, address)]));
  const sources = new Map<string, SourcePage>();
  const notes = [...site.notes];
  const navigation = createNavigationMerger();
  for (const page of site.pages) {
    // Parsing blocks the event loop, so yield between pages.
    await setImmediate();
    const read = readPage(site, page, paths);
    if ('reason' in read) notes.push(read);
    else if (!sources.has(read.source.path)) {
      sources.set(read.source.path, read.source);
      if (read.navigation) navigation.add(read.navigation);
    }
  }
  const [first] = sources.keys();
  if (first === undefined) throw importRefused('The website has no readable page');
  const items = navigation.items();
  return {
    sources,
    entries: [],
    notes,
    isWanted: () => false,
    plan: (all) => planSite({ all, items, sources, home: first, locate: locateIn(site, paths, all) }),
  };
}

interface ReadPage {
  readonly source: SourcePage;
  readonly navigation: PageNavigation | null;
}

function readPage(site: CrawledSite, page: CrawledPage, paths: ReadonlyMap<string, string>): ReadPage | ImportNote {
  const path = paths.get(page.address) ?? '';
  try {
    const base = readBase(page);
    const findPath = (href: string) => paths.get(pageAddress(site.scope, href, base) ?? '') ?? null;
    const root = parseHtmlPage(page.address, page.html);
    const navigation = findNavigation(root, findPath);
    const pick = () => {
      const content = extractContent(root, page.html);
      retarget(content, { base, path, pathOf: findPath });
      return content;
    };
    const source = pageOfHtml(path, convertRoot(path, root, { pick }));
    return { source: { ...source, warnings: [...page.warnings, ...(source.warnings ?? [])] }, navigation };
  } catch (error) {
    if (error instanceof DomainError) return { key: page.address, reason: error.message };
    throw error;
  }
}

const readBase = ({ url, html }: CrawledPage) => {
  const href = /<base\s[^>]{0,200}?href\s{0,9}=\s{0,9}["']?([^"'\s>]{1,500})/i.exec(html.slice(0, 20_000))?.[1];
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url;
};

interface RetargetOptions {
  readonly base: string;
  readonly path: string;
  readonly pathOf: (href: string) => string | null;
}

/** Makes links to imported pages relative, and all other URLs absolute. */
function retarget(content: HtmlRoot, { base, path, pathOf }: RetargetOptions): void {
  visit(content, 'element', ({ tagName, properties }) => {
    if (tagName === 'img')
      for (const name of ['src', 'dataSrc', 'dataOriginal']) {
        const address = properties[name];
        if (typeof address === 'string' && !/^\s*data:/i.test(address) && URL.canParse(address, base))
          properties[name] = new URL(address, base).href;
      }
    const { href } = properties;
    if (tagName !== 'a' || typeof href !== 'string' || href.startsWith('#') || !URL.canParse(href, base)) return;
    const target = pathOf(href);
    const { hash, href: absolute } = new URL(href, base);
    if (target === null) properties.href = absolute;
    else
      properties.href =
        target === path && hash !== '' ? hash : `${encodeURI(relativePath(readFolder(path), target))}${hash}`;
  });
}

/** Resolves relative URLs, and absolute URLs of imported pages, to paths. */
function locateIn({ scope }: CrawledSite, paths: ReadonlyMap<string, string>, all: readonly string[]): Locate {
  const locate = createLocator(all, '');
  return (from, url) => {
    const location = locate(from, url);
    if (location.kind !== 'outside') return location;
    const path = paths.get(pageAddress(scope, url, scope.origin) ?? '');
    return path === undefined ? location : { kind: 'inside', path };
  };
}

interface SitePlan {
  readonly all: readonly string[];
  readonly items: readonly SummaryItem[];
  readonly sources: ReadonlyMap<string, SourcePage>;
  readonly home: string;
  readonly locate: Locate;
}

function planSite({ items, sources, home, locate }: SitePlan): TreePlan {
  if (items.length > 0)
    return planListed({ from: '', root: '', sections: [{ items: items.map(asPath) }], sources, locate, home });
  const root = commonFolder([...sources.keys()].map((path) => ({ path, body: Buffer.alloc(0) })));
  return {
    root,
    pages: planByFolders({ root, sources, locate }),
    locate,
    missing: [],
    skipReason: 'It is not part of the tree',
  };
}

/** Encodes the paths of items as links from the top of the tree. */
const asPath = ({ title, url, children }: SummaryItem): SummaryItem => ({
  title,
  ...(url !== undefined && { url: encodeURI(url) }),
  children: children.map(asPath),
});
