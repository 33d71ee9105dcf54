import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { readMarkdownPage } from '../../src/text/imports/formats/source-page.ts';
import type { ImportedPage } from '../../src/text/imports/import-tree.ts';
import { findAnchor } from '../../src/text/imports/links/generator-anchors.ts';
import type { HtmlElement } from '../../src/text/markdown/html-tree.ts';
import type { BuiltPage, BuiltSite } from './built-site.ts';

/** What is compared of a set; of each, how many there are and how many differ. */
export const compared = ['pages', 'titles', 'order', 'ids', 'links', 'broken', 'files'] as const;
export type Compared = (typeof compared)[number];

/** The figures of a set built by a generator. */
export class Comparison {
  readonly of: Record<Compared, number> = { pages: 0, titles: 0, order: 0, ids: 0, links: 0, broken: 0, files: 0 };
  readonly differing: { readonly what: Compared; readonly where: string }[] = [];

  count(what: Compared, isEqual: boolean, where: () => string): void {
    this.of[what] += 1;
    if (!isEqual) this.differing.push({ what, where: where() });
  }

  numberOf(what: Compared): string {
    const differ = this.differing.filter((one) => one.what === what).length;
    return differ === 0 ? `${this.of[what]}` : `${this.of[what] - differ} of ${this.of[what]}`;
  }
}

/** What an import made of the same sources: its pages by the paths of their sources, in order, and the bytes of its files by key. */
export interface ImportedSet {
  readonly pages: ReadonlyMap<string, ImportedPage>;
  readonly sourceOf: (key: string) => string;
  readonly files: ReadonlyMap<string, Buffer>;
}

interface BothPages {
  readonly source: string;
  readonly page: ImportedPage;
  readonly built: BuiltPage;
}

/** Compares an import with a site page by page. */
export function compareSite(site: BuiltSite, set: ImportedSet): Comparison {
  const comparison = new Comparison();
  for (const source of new Set([...set.pages.keys(), ...site.pages.keys()]))
    comparison.count('pages', set.pages.has(source) && site.pages.has(source), () =>
      set.pages.has(source) ? `${source} only here` : `${source} only there`,
    );
  for (const [source, page] of set.pages) {
    const built = site.pages.get(source);
    if (built === undefined) continue;
    const both = { source, page, built };
    compareTitle(comparison, both);
    compareHeadings(comparison, both);
    compareLinks(comparison, both, site, set);
    compareImages(comparison, both, site, set);
  }
  compareOrder(comparison, site.order, [...set.pages.keys()]);
  return comparison;
}

/** A page is out of order when it stands after another than in the site, of the pages of both. */
function compareOrder(comparison: Comparison, theirs: readonly string[], ours: readonly string[]): void {
  const shown = theirs.filter((source) => ours.includes(source));
  const same = ours.filter((source) => shown.includes(source));
  for (const [at, source] of shown.entries())
    comparison.count(
      'order',
      at === 0 || same[same.indexOf(source) - 1] === shown[at - 1],
      () => `${source} after ${shown[at - 1]} / ${same[same.indexOf(source) - 1]}`,
    );
}

const words = (element: HtmlElement | undefined) =>
  (element ? toText(element) : '')
    .replaceAll(/[\u200b¶#]\s*$/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
const letters = (title: string) =>
  title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Whether two titles have the same letters, or the same signs where they have none. */
const isSame = (one: string, other: string) =>
  letters(one) === letters(other) && (letters(one) !== '' || one === other);

function compareTitle(comparison: Comparison, { source, page, built: { html } }: BothPages): void {
  const said = [words(select('h1', html)), words(select('title', html)).replace(/ (?:\||-) Set$/, '')];
  // Where a page has no heading of the first level, a navigation that is made says its path, which is its title then.
  const isSaid = said.some((one) => letters(one) === letters(page.title)) || source.endsWith(page.title);
  comparison.count('titles', isSaid, () => `${source}: ${said.join(' or ')} / ${page.title}`);
}

/** Each id of a heading in the site leads to the same heading here. */
function compareHeadings(comparison: Comparison, { source, page, built: { content } }: BothPages): void {
  const read = readMarkdownPage(source, page.markdown);
  const ours = read.facts.titles.filter(({ title }) => title !== page.title);
  const theirs = content
    ? selectAll('h1[id], h2[id], h3[id], h4[id], h5[id], h6[id]', content).filter((one) => words(one) !== page.title)
    : [];
  let from = 0;
  for (const heading of theirs) {
    const id = String(heading.properties.id);
    const at = ours.findIndex(({ title }, index) => index >= from && isSame(title, words(heading)));
    if (at >= 0) from = at + 1;
    const own = ours[at]?.anchor;
    const found = findAnchor(read.anchorOf, id);
    // An id that the author has set is beside that of the words.
    const isFound = own !== undefined && (found === own || read.facts.anchors.includes(id));
    comparison.count('ids', isFound, () => `${source}#${id}: ${found ?? 'nowhere'} / ${own ?? '?'}`);
  }
}

const isInside = (href: string) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href);
/** What a link names at its end, however its page is addressed. */
function endOf(url: string): string {
  const [address = '', id = ''] = url.split('#');
  const name = (address.split('?')[0] ?? '').replace(/\/$/, '').replace(/(?:\/(?:index|README))?\.(?:mdx?|html)$/i, '');
  return `${name.split('/').at(-1)}#${id}`.toLowerCase();
}

/** Links of the site lead to the same pages here, and what leads somewhere there is not broken here. */
function compareLinks(
  comparison: Comparison,
  { source, page, built }: BothPages,
  site: BuiltSite,
  set: ImportedSet,
): void {
  const targets = new Set(
    page.links.flatMap(({ target }) => (target.kind === 'page' ? [set.sourceOf(target.key)] : [])),
  );
  const hrefs = built.content ? selectAll('a[href]', built.content).map((one) => String(one.properties.href)) : [];
  const inside = hrefs.filter((href) => isInside(href));
  const theirs = new Set(
    inside
      .filter((href) => !href.startsWith('#'))
      .flatMap((href) => site.sourceAt(decodeURI(new URL(href, `http://site${built.address}`).pathname)) ?? []),
  );
  for (const one of theirs)
    comparison.count('links', targets.has(one) || one === source, () => `${source}: link to ${one}`);
  const leading = new Set(inside.filter((href) => site.leads(built, href)).map(endOf));
  for (const { url, target, image } of page.links)
    if (!image && target.kind === 'broken')
      comparison.count(
        'broken',
        !(url.startsWith('/') ? site.leads(built, url) : leading.has(endOf(url))),
        () => `${source}: ${url} is broken here`,
      );
}

/** Images of the site have the same bytes here. */
function compareImages(
  comparison: Comparison,
  { source, page, built }: BothPages,
  site: BuiltSite,
  set: ImportedSet,
): void {
  const ours = page.links.flatMap(({ target }) => (target.kind === 'file' ? (set.files.get(target.key) ?? []) : []));
  const shown = built.content ? selectAll('img[src]', built.content).map((one) => String(one.properties.src)) : [];
  for (const address of shown.filter((one) => isInside(one) || one.startsWith('data:'))) {
    const bytes = site.bytesAt(built, address);
    if (bytes !== null)
      comparison.count(
        'files',
        ours.some((one) => one.equals(bytes)),
        () => `${source}: image ${address.slice(0, 60)}`,
      );
  }
}
