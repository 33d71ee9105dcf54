import { maxTitleLength } from '../../markdown/front-matter.ts';
import type {
  ImportedLink,
  ImportedPage,
  ImportedReference,
  ImportedReusableContent,
  ImportedTarget,
} from '../import-tree.ts';
import type { IncludedText } from '../formats/includes.ts';
import { findAnchor } from './generator-anchors.ts';
import type { Locate } from './locator.ts';
import { ownSlug } from './own-addresses.ts';
import { plannedPaths, type PlannedPage } from '../tree/plan.ts';
import { createSiblingSlugs, titleFromPath, namingPath } from '../tree/page-names.ts';
import { siblingNames, type NameInTree } from '../tree/sibling-names.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { relativePath, stemOf } from '../unpack/source-path.ts';
import { cleanText } from '../../markdown/clean-text.ts';

/** The pages of an import, and the possible targets of their links. */
export interface PagesToResolve {
  readonly root: string;
  readonly sources: ReadonlyMap<string, SourcePage>;
  /** Archive paths of importable files. */
  readonly files: ReadonlySet<string>;
  readonly locate: Locate;
  /** Output: archive paths of the files to which pages refer. */
  readonly referenced: Set<string>;
}

/** Builds the planned pages: titles, slugs, and references resolved to pages and files of the import. */
export function resolvePages(making: PagesToResolve, planned: readonly PlannedPage[]): ImportedPage[] {
  const present = new Set(plannedPaths(planned));
  const banners = findBanners(making.sources);
  const build: Build = { ...making, present, banners, names: siblingNames(making.sources.keys()) };
  return buildSiblings(build, planned);
}

/** Builds the texts that pages include, with their links resolved. */
export function resolveIncluded(
  making: PagesToResolve,
  planned: readonly PlannedPage[],
  included: readonly IncludedText[],
): ImportedReusableContent[] {
  const build: Build = { ...making, present: new Set(plannedPaths(planned)), banners: new Set(), names: stemOf };
  return included.map(({ title, source }) => ({
    id: source.path,
    title,
    markdown: source.markdown,
    links: resolveLinks(build, source),
  }));
}

interface Build extends PagesToResolve {
  readonly present: ReadonlySet<string>;
  readonly banners: ReadonlySet<string>;
  readonly names: NameInTree;
}

function buildSiblings(build: Build, nodes: readonly PlannedPage[]): ImportedPage[] {
  const slugOf = createSiblingSlugs();
  return nodes.map((node) => buildPage(build, node, slugOf));
}

function buildPage(build: Build, node: PlannedPage, slugOf: (name: string) => string): ImportedPage {
  const source = node.path === undefined ? undefined : build.sources.get(node.path);
  const title = readTitle(build, node, source);
  const naming = source ? namingPath(source.path, build.root) : null;
  const slug = slugOf((source && ownSlug(source.matter)) ?? (naming === null ? title : build.names(naming)));
  const link = node.url === undefined ? undefined : resolve(build, node.from ?? '', node.url);
  return {
    key: keyOf(build, node, slug),
    kind: node.kind,
    title,
    slug,
    frontMatter: source?.matter.values ?? {},
    ...(source && sourceFields(build, source)),
    ...(node.hidden && { hidden: true }),
    markdown: source?.markdown ?? '',
    links: source ? resolveLinks(build, source) : [],
    anchors: source?.facts.anchors ?? [],
    linkable: source?.facts.linkable ?? null,
    children: buildSiblings(build, node.children),
    ...(link && { link }),
  };
}

const keyOf = ({ root }: Build, { path, url }: PlannedPage, slug: string) =>
  path === undefined ? `link:${slug}:${url ?? ''}` : relativePath(root, path);

function sourceFields(build: Build, { path, matter, withheld }: SourcePage) {
  const { values: _, title: _title, warning: _warning, cover, ...said } = matter;
  const fields = { ...said, ...withheld?.fields };
  if (!cover) return fields;
  const { url, dark, yPos } = cover;
  return {
    ...fields,
    cover: {
      ...resolve(build, path, url),
      yPos,
      ...(dark !== undefined && { dark: resolve(build, path, dark) }),
    },
  };
}

/**
 * Title of a page. In order of precedence: its front matter, a first heading of level 1, an `<h1>` unique to this page
 * (a repeated one is a banner), its title in the table of contents, its label in a sidebar, the HTML title, the text of a link to it, its file
 * name.
 */
function readTitle(build: Build, node: PlannedPage, source: SourcePage | undefined): string {
  const htmlHeading = source?.facts.htmlHeading ?? source?.heading;
  const isBanner = htmlHeading !== undefined && build.banners.has(htmlHeading);
  const naming = source ? namingPath(source.path, build.root) : (node.path ?? null);
  const candidates = [
    source?.matter.title,
    source?.facts.heading,
    isBanner ? undefined : htmlHeading,
    node.label,
    textOf(source?.matter.values['sidebar_label'] ?? source?.matter.values['sidebarTitle']),
    source?.title,
    node.linkText,
    linkedTitle(build, node),
    naming === null ? htmlHeading : titleFromPath(naming, build.names),
    node.url,
  ];
  const titles = candidates.map((text) => cleanText(text ?? '', maxTitleLength));
  return titles.find((text) => text !== '') ?? 'Introduction';
}

/** The title of the page to which an entry without a label leads. */
function linkedTitle(build: Build, { kind, path, url, label, from = '' }: PlannedPage): string | undefined {
  if (kind !== 'link' || path !== undefined || url === undefined || label) return undefined;
  const location = build.locate(from, url);
  const source = location.kind === 'inside' ? build.sources.get(location.path) : undefined;
  return source && readTitle(build, { kind: 'document', path: source.path, children: [] }, source);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function findBanners(sources: ReadonlyMap<string, SourcePage>): Set<string> {
  const headings = new Set<string>();
  const banners = new Set<string>();
  for (const { facts, heading: ownHeading } of sources.values()) {
    const heading = facts.htmlHeading ?? ownHeading;
    if (heading !== undefined) (headings.has(heading) ? banners : headings).add(heading);
  }
  return banners;
}

const resolveLinks = (build: Build, { path, facts, lineAt }: SourcePage): ImportedLink[] =>
  facts.urls.map(({ start, end, url, image }) => {
    const reference = resolve(build, path, url);
    const line = reference.target.kind === 'broken' ? lineAt?.(start) : undefined;
    return { start, end, ...reference, image, ...(line !== undefined && { line }) };
  });

const resolve = (build: Build, from: string, url: string): ImportedReference => ({
  url,
  target: readTarget(build, from, url),
});

function readTarget(build: Build, from: string, url: string): ImportedTarget {
  const location = build.locate(from, url);
  if (location.kind === 'outside') return { kind: 'url', url: location.url };
  if (location.kind === 'nowhere') return { kind: 'broken' };
  const { path, anchor } = location;
  const key = relativePath(build.root, path);
  if (build.present.has(path)) {
    if (anchor === undefined) return { kind: 'page', key };
    return { kind: 'page', key, anchor: findAnchor(build.sources.get(path)?.anchorOf, anchor) ?? anchor };
  }
  if (!build.files.has(path)) return { kind: 'broken' };
  build.referenced.add(path);
  return { kind: 'file', key };
}
