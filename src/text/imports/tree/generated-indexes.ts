import GithubSlugger from 'github-slugger';
import { writeYaml } from '../../markdown/write-yaml.ts';
import { readMarkdownPage, type SourcePage } from '../formats/source-page.ts';
import { pagesBelow, pagesBelowTag } from '../formats/constructs/construct.ts';
import { asLabel } from '../formats/wikis/written-export.ts';
import { isDraft } from '../formats/withheld.ts';
import { locatorIn, withPaths, type Locate } from '../links/locator.ts';
import { joinPath, linkAddress, readFolder, readName, relativePath, withoutNumber } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { readDocusaurusConfigs, type DocusaurusDocs } from './docusaurus-config.ts';
import type { PlannedPage, TreePlan } from './plan.ts';
import { readRecord } from './site-config.ts';

/**
 * Writes what lists pages, once the places of all pages are known: the generated pages of categories, which are added to `sources`, and
 * the lists in other pages. Links to the addresses of generated pages lead to them, also those with the version that is read.
 */
export function withGeneratedIndexes(
  plan: TreePlan,
  sources: Map<string, SourcePage>,
  entries: readonly ArchiveEntry[],
  version?: string | null,
): TreePlan {
  const nodes = [...generatedNodes(plan.pages)];
  const docs = nodes.length === 0 ? [] : readDocusaurusConfigs(entries).flatMap((config) => config.docs);
  const addressed = addressesOf(nodes);
  const folderOf = (path: string) => docs.find(({ folder }) => path.startsWith(folder))?.folder ?? plan.root;
  const pairs = addressed.flatMap(({ path, slug }) => {
    const address = joinPath(folderOf(path), slug.replace(/\/$/, ''));
    return [...(address === null ? [] : [[address, path] as const]), [path, path] as const];
  });
  const locateIndex = locatorIn(
    withPaths(new Map(), pairs),
    plan.root,
    docs.flatMap((one) => mountsOf(one, version ?? null)),
  );
  const locate: Locate = (from, url) => {
    const found = plan.locate(from, url);
    return found.kind === 'nowhere' && nodes.length > 0 ? locateIndex(from, url) : found;
  };
  const listing = { locate, sources };
  fillLists(plan.pages, listing);
  for (const { path, slug, generated, children } of addressed) {
    // A page that its author has written for the folder takes the place of the generated one.
    if (sources.has(path)) continue;
    const matter = writeYaml({ ...generated.fields, slug });
    sources.set(
      path,
      readMarkdownPage(path, [`---\n${matter}---`, ...listPages(children, path, listing)].join('\n\n')),
    );
  }
  return { ...plan, locate };
}

/** The generated pages with their addresses, as Docusaurus makes them of their labels. */
function addressesOf(nodes: readonly GeneratedNode[]) {
  const slugs = new GithubSlugger();
  return nodes.map((node) => {
    const { label = withoutNumber(readName(node.path)), slug = `/category/${slugs.slug(label)}` } = node.generated;
    return { ...node, slug: slug.startsWith('/') ? slug : `/${slug}` };
  });
}

/** Writes the lists in pages: of the pages below, or else of those beside. */
function fillLists(pages: readonly PlannedPage[], listing: Listing): void {
  const { sources } = listing;
  for (const node of pages) {
    fillLists(node.children, listing);
    const { path = '' } = node;
    const source = sources.get(path);
    const mark = [pagesBelow, pagesBelowTag].find((one) => source?.markdown.includes(one));
    if (!source || mark === undefined) continue;
    const at = source.markdown.indexOf(mark);
    const listed = node.children.length > 0 ? node.children : pages.filter((one) => one !== node);
    const list = listPages(listed, path, listing).join('\n\n');
    const markdown = `${source.markdown.slice(0, at)}${list}${source.markdown.slice(at + mark.length)}`;
    const growth = list.length - mark.length;
    const { lineAt } = source;
    const { facts, lists, anchorOf } = readMarkdownPage(path, markdown);
    const lineBefore = (offset: number) => lineAt?.(offset <= at ? offset : Math.max(at, offset - growth)) ?? 1;
    sources.set(path, {
      ...source,
      markdown,
      facts,
      lists,
      anchorOf: new Map([...anchorOf, ...source.anchorOf]),
      ...(lineAt && { lineAt: lineBefore }),
    });
  }
}

const listPages = (pages: readonly PlannedPage[], from: string, listing: Listing): string[] =>
  pages.flatMap((page) => listEntry(page, from, listing));

type GeneratedNode = PlannedPage & Required<Pick<PlannedPage, 'path' | 'generated'>>;

function* generatedNodes(pages: readonly PlannedPage[]): Generator<GeneratedNode> {
  for (const page of pages) {
    const { path, generated } = page;
    if (path !== undefined && generated) yield { ...page, path, generated };
    yield* generatedNodes(page.children);
  }
}

/** Where documents are published: those of the newest version, and those of the version that is read. */
function mountsOf({ options: { routeBasePath, versions } }: DocusaurusDocs, version: string | null): string[] {
  const base = typeof routeBasePath === 'string' ? routeBasePath : 'docs';
  const mount = (path: string) => `/${path.split('/').filter(Boolean).join('/')}/`.replace('//', '/');
  if (version === null) return [mount(base)];
  const { path = version === 'current' ? 'next' : version } = readRecord(readRecord(versions)[version]);
  return [mount(base), ...(typeof path === 'string' ? [mount(`${base}/${path}`)] : [])];
}

interface Listing {
  readonly locate: Locate;
  readonly sources: Map<string, SourcePage>;
}

/** What the list of a page says of a page below it. What readers do not find in the tree is left out. */
function listEntry(node: PlannedPage, from: string, listing: Listing): string[] {
  const { path, url, label } = node;
  const withheld = path === undefined ? undefined : listing.sources.get(path)?.withheld;
  if (node.hidden === true || isDraft(withheld) || withheld?.fields.hidden === true) return [];
  if (path !== undefined) {
    const isPage = listing.sources.has(path) || node.generated !== undefined;
    // A category without a page of its own leads to the first one below it.
    return isPage
      ? [cardOf(path, from)]
      : node.children.flatMap((child) => listEntry(child, from, listing)).slice(0, 1);
  }
  if (url === undefined) return [];
  const location = listing.locate(node.from ?? from, url);
  if (location.kind === 'inside') return [cardOf(location.path, from)];
  return location.kind === 'outside' ? [`[${asLabel(label ?? url)}](<${location.url}>)`] : [];
}

function cardOf(path: string, from: string): string {
  const address = linkAddress(relativePath(readFolder(from), path));
  return `{% content-ref url="${address}" %}\n[${asLabel(readName(path))}](${address})\n{% endcontent-ref %}`;
}
