import { setTimeout as sleep } from 'node:timers/promises';
import rehypeParse from 'rehype-parse';
import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { unified } from 'unified';
import { request as sendRequest } from 'undici';
import { splitFrontMatter } from '../../src/text/markdown/front-matter.ts';
import { listSections } from '../../src/text/search/sections.ts';
import { splitWords } from '../../src/text/search/words.ts';

/** How much of a source was found, and how much there is. */
interface Share {
  found: number;
  all: number;
}

/** What the pages of a site show of their sources. */
export interface CrawlFigures {
  readonly pages: Share;
  readonly titles: Share;
  /** Distinct words of each text. */
  readonly words: Share;
  readonly images: Share;
  /** Links to pages, anchors and files of the site that the texts of the pages have, and those that lead somewhere. */
  readonly links: Share;
  /** Links that the space calls right, and those of them that are shown and lead there. */
  readonly right: Share;
  /** Paths of some pages, for a browser. */
  readonly samples: readonly string[];
}

interface Crawl {
  readonly send: <Body>(method: string, path: string, body?: object) => Promise<Body>;
  readonly spaceId: string;
  /** The published URL. */
  readonly url: URL;
  readonly complain: (text: string) => void;
}

interface SourcePage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly type: string;
  readonly pages?: readonly SourcePage[];
}

/** A page as it was sent. */
interface ShownPage {
  readonly path: string;
  readonly root: ReturnType<typeof parser.parse>;
  readonly ids: ReadonlySet<string>;
}

/** Number of pages that a browser opens. */
const sampled = 6;

/** Reads every page of a site, and compares it with its Markdown and with the links that the space calls right. */
export async function crawlSite(crawl: Crawl): Promise<CrawlFigures> {
  const { send, spaceId, url, complain } = crawl;
  const { pages: tree } = await send<{ pages: SourcePage[] }>('GET', `/v1/spaces/${spaceId}/content`);
  const sources = flatten(tree).filter(({ type }) => type === 'document');
  const none = (): Share => ({ found: 0, all: 0 });
  const figures = { pages: none(), titles: none(), words: none(), images: none(), links: none(), right: none() };
  const shown = new Map<string, ShownPage>();
  const texts: { readonly source: SourcePage; readonly page: ShownPage }[] = [];
  for (const [at, source] of sources.entries()) {
    const page = await readPage(url, at === 0 ? '' : source.path);
    figures.pages.all += 1;
    if (typeof page === 'number') {
      complain(`${source.path} is answered with ${page}`);
      continue;
    }
    figures.pages.found += 1;
    shown.set(page.path, page);
    texts.push({ source, page });
  }
  for (const { source, page } of texts) {
    const { markdown } = await send<{ markdown: string }>(
      'GET',
      `/v1/spaces/${spaceId}/content/page/${source.id}?format=markdown`,
    );
    figures.titles.all += 1;
    if (textOf(select('h1', page.root)) === oneLine(source.title)) figures.titles.found += 1;
    else complain(`${source.path}: the title is ${textOf(select('h1', page.root))}`);
    countWords(figures.words, { source, page, markdown, complain });
    await countImages(figures.images, { url, page, complain });
    await countLinks(figures, { crawl, source, page, shown });
  }
  const step = Math.max(1, Math.floor(texts.length / sampled));
  return {
    ...figures,
    samples: texts
      .filter((_one, at) => at % step === 0)
      .map(({ page }) => page.path)
      .slice(0, sampled),
  };
}

const flatten = (pages: readonly SourcePage[]): SourcePage[] =>
  pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const textOf = (element: ReturnType<typeof select>) => (element ? oneLine(toText(element)) : '');

const parser = unified().use(rehypeParse);

/** Sends a request to the server with the host of the site. Waits where the server asks for it, as crawlers do. */
async function get(url: URL, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const target = new URL(path, url);
  const { statusCode, headers, body } = await sendRequest(
    `http://127.0.0.1:${url.port}${target.pathname}${target.search}`,
    {
      headers: { host: url.host, accept: 'text/html' },
    },
  );
  const text = await body.text();
  const waitSeconds = Number(headers['retry-after']);
  if (!(waitSeconds > 0)) return { status: statusCode, text };
  console.error(`${path}: ${statusCode}, to be tried again in ${waitSeconds} s`);
  await sleep(waitSeconds * 1_000);
  return get(url, path);
}

/** Reads a page; the status of the answer where it is not shown. */
async function readPage(url: URL, path: string): Promise<ShownPage | number> {
  const target = new URL(path.split('/').map(encodeURIComponent).join('/'), url);
  const { status, text } = await get(url, target.pathname);
  if (status !== 200) return status;
  const root = parser.parse(text);
  const ids = new Set(selectAll('[id]', root).map(({ properties }) => String(properties['id'])));
  return { path: target.pathname, root, ids };
}

interface Compared {
  readonly source: SourcePage;
  readonly page: ShownPage;
  readonly markdown: string;
  readonly complain: (text: string) => void;
}

function countWords(share: Share, { source, page, markdown, complain }: Compared): void {
  const wordsIn = (text: string) => new Set([...splitWords(text)].map(({ term }) => term));
  const text = select('article', page.root);
  const have = wordsIn(text ? toText(text, { whitespace: 'pre' }) : '');
  const { body } = splitFrontMatter(markdown);
  const wanted = wordsIn(
    listSections(body)
      .map((section) => `${section.title}\n${section.text}`)
      .join('\n'),
  );
  const lost = [...wanted].filter((word) => !have.has(word));
  share.all += wanted.size;
  share.found += wanted.size - lost.length;
  if (lost.length > 0) complain(`${source.path}: without ${lost.length} words: ${lost.slice(0, 12).join(' ')}`);
}

interface ShownImages {
  readonly url: URL;
  readonly page: ShownPage;
  readonly complain: (text: string) => void;
}

/** Asks for the images that the page has of the site. */
async function countImages(share: Share, { url, page, complain }: ShownImages): Promise<void> {
  for (const { properties } of selectAll('article img', page.root)) {
    const address = String(properties['src']);
    if (!address.startsWith('/')) continue;
    share.all += 1;
    if ((await get(url, address)).status === 200) share.found += 1;
    else complain(`${page.path}: the image ${address} is missing`);
  }
}

interface ShownLinks {
  readonly crawl: Crawl;
  readonly source: SourcePage;
  readonly page: ShownPage;
  readonly shown: ReadonlyMap<string, ShownPage>;
}

/** Follows the links of the text to the site, and looks for those that the space calls right. */
async function countLinks(
  { links, right }: Pick<CrawlFigures, 'links' | 'right'>,
  { crawl, source, page, shown }: ShownLinks,
): Promise<void> {
  const { url, complain } = crawl;
  const there = new Set<string>();
  const hrefs = selectAll('article .text a[href]', page.root).map(({ properties }) => String(properties['href']));
  for (const href of hrefs.filter((one) => one.startsWith('/') || one.startsWith('#'))) {
    links.all += 1;
    const { pathname, hash } = new URL(href, new URL(page.path, url));
    const target = shown.get(pathname);
    const isThere = target ? isAnchor(target, hash) : (await get(url, href)).status === 200;
    if (!isThere) continue;
    links.found += 1;
    there.add(addressOf(pathname, decodeURIComponent(hash.slice(1))));
  }
  for (const target of await listRightLinks(crawl, source)) {
    const path =
      target.path === '' || target.path === null ? url.pathname : new URL(encodeURI(target.path), url).pathname;
    right.all += 1;
    // The first page has the address of the space.
    const addresses = [path, url.pathname].map((one) => addressOf(one, target.anchor));
    if (addresses.some((one) => there.has(one))) right.found += 1;
    else complain(`${page.path}: ${addresses[0]} is right, and not shown or missing`);
  }
}

const addressOf = (path: string, anchor: string) => `${path}#${anchor}`;

interface ListedLink {
  readonly relation: string;
  readonly targetReference?: {
    readonly kind: string;
    readonly page?: { readonly path?: string };
    readonly internalLocation?: { readonly anchor: string };
  };
}

/** The links of a page to pages and anchors of its space that the space calls right. */
async function listRightLinks({ send, spaceId }: Crawl, { id, path }: SourcePage) {
  const found: { readonly path: string | null; readonly anchor: string }[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const query: string = `limit=1000&status=ok${next === '' ? '' : `&page=${encodeURIComponent(next)}`}`;
    const list = await send<{ items: ListedLink[]; next?: { page: string } }>(
      'GET',
      `/v1/spaces/${spaceId}/content/page/${id}/links?${query}`,
    );
    for (const { relation, targetReference } of list.items)
      if (relation === 'reference' && targetReference?.kind === 'page')
        found.push({
          path: targetReference.page?.path ?? path,
          anchor: targetReference.internalLocation?.anchor ?? '',
        });
    next = list.next?.page;
  }
  return found;
}

const isAnchor = ({ ids }: ShownPage, hash: string) => hash === '' || ids.has(decodeURIComponent(hash.slice(1)));
