import { type ArchiveLayout, findLayout, isHiddenPath, isSystemFile } from '../unpack/archive-layout.ts';
import type { ExportedContent, SourceContent } from './source-content.ts';
import { buildExportedTree } from './exported/build-exported.ts';
import { readExport } from './exported/read-export.ts';
import { readFormerPaths } from '../links/former-paths.ts';
import { createIncludeMatcher, isIncluded, nameIncluded } from './includes.ts';
import type { ImportNote } from '../import-tree.ts';
import { indexPaths, withPaths, type PathIndex } from '../links/locator.ts';
import { ownPaths, spelledPaths } from '../links/own-addresses.ts';
import { hiddenReason, partReason, readPages, createPageReader, type ReadOptions } from './read-pages.ts';
import { DomainError } from '../../../lib/errors.ts';
import { importLimits } from '../limits.ts';
import { importRefused, withoutPages } from '../refusal.ts';
import { keptAsWritten } from './constructs/construct.ts';
import { createCodeMarker } from './constructs/code-marks.ts';
import { createConverter } from './constructs/tools.ts';
import { readExclusions } from './excluded.ts';
import { createIncluder, filledInReason } from './file-includes.ts';
import type { SourcePage } from './source-page.ts';
import { plannedPaths, type TreePlan } from '../tree/plan.ts';
import { readFolder, isHtmlPath, isPagePath, readName } from '../unpack/source-path.ts';
import { applyFolderNavs } from '../tree/awesome-pages.ts';
import { applyDocmostIcons } from '../tree/docmost.ts';
import { applyMetas } from '../tree/nextra.ts';
import { withGeneratedIndexes } from '../tree/generated-indexes.ts';
import { planTree } from '../tree/plan-tree.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { selectVariant, type SelectedVariant } from './variants/select-variant.ts';
import { readBookStack } from './wikis/bookstack.ts';
import { isWikiPage } from './wikis/wiki-js.ts';
import { readConfluenceXml } from './wikis/confluence-export.ts';
import { readOutline } from './wikis/outline.ts';
import type { WrittenExport } from './wikis/written-export.ts';
import { readGitBookParts } from './gitbook-parts.ts';
import { findUnpublished } from './unpublished.ts';
import { isDraft, joinWithheld, withheldByPath, type Withheld } from './withheld.ts';

export const expectedMarkdownArchive = 'Expected a ZIP archive of Markdown or HTML files';

/**
 * Reads an archive of Markdown and HTML files. Its tree is the original one for an exported space, otherwise in the
 * order of its SUMMARY.md, otherwise of its folders. Throws import_refused when it has no readable page or too much
 * text, and when aborted.
 */
export async function readMarkdownArchive(
  entries: readonly ArchiveEntry[],
  options: ReadOptions = {},
): Promise<SourceContent | ExportedContent> {
  const contents = entries.filter(({ path }) => !isSystemFile(path));
  const index = readExport(contents);
  if (index) return { tree: await buildExportedTree(index, options) };
  const written = readBookStack(contents) ?? readOutline(contents) ?? readConfluenceXml(contents);
  if (written) {
    const content = await readContents(written.entries, options, { drafts: written.drafts });
    return {
      ...content,
      sources: withEmojis(content.sources, written.emojis),
      names: written.names,
      warnings: [...written.warnings, ...(content.warnings ?? [])],
    };
  }
  const { entries: pages, notes, variants, ...selected } = selectVariant(contents, options.variant);
  const content = await readContents(pages, options, selected);
  const { variables, notes: ofGitBook } = readGitBookParts(pages);
  return { ...content, variants, variables, warnings: [...notes, ...ofGitBook, ...(content.warnings ?? [])] };
}

const withEmojis = (sources: SourceContent['sources'], emojis: WrittenExport['emojis'] = new Map()) =>
  new Map(
    Array.from(sources, ([path, source]) => {
      const emoji = emojis.get(path);
      return [path, emoji === undefined ? source : { ...source, matter: { ...source.matter, emoji } }] as const;
    }),
  );

interface Contents extends Partial<Pick<SelectedVariant, 'version' | 'language' | 'origins' | 'aliases'>> {
  /** Pages that no reader sees, by path. */
  readonly drafts?: WrittenExport['drafts'];
}

/** Reads pages and files. */
async function readContents(
  contents: readonly ArchiveEntry[],
  options: ReadOptions,
  { drafts = new Map(), origins = new Map(), aliases = [], ...edition }: Contents,
): Promise<SourceContent> {
  const layout = findLayout(contents);
  const summaries = new Set([layout.summary, ...(layout.summaries ?? [])].map((entry) => entry?.path));
  const isPage = ({ path }: ArchiveEntry) => isPagePath(path) && !summaries.has(path);
  const parts = listPageParts(contents);
  const texts = contents.filter(isIncluded);
  const convert = createConverter(contents);
  const include = createIncluder(contents, options.limits ?? importLimits, convert);
  const markCode = createCodeMarker(contents);
  const read = createPageReader({ isFound: createIncludeMatcher(texts), include, convert, markCode });
  const { sources, notes } = await readPages(
    contents.filter((entry) => isPage(entry) && !isIncluded(entry) && !parts.has(entry)),
    options,
    read,
  );
  if (!layout.summary && !contents.some(({ path }) => showsUnderscores.test(path))) withholdByPath(sources, contents);
  applyFolderNavs(sources, contents);
  const metaNotes = [...applyMetas(sources, contents), ...applyDocmostIcons(sources, contents)];
  const exclusions = readExclusions(contents, sources);
  const unpublished = findUnpublished(contents);
  withhold(sources, (path) => [drafts.get(path), unpublished(path), ...exclusions.listWithheld(path)]);
  // A part of pages that no reader sees alone is no page.
  const filledIn = [...include.filledIn].filter((path) => isDraft(sources.get(path)?.withheld));
  const partWarnings = warningsOfParts(filledIn, sources, include.valued());
  for (const path of filledIn) sources.delete(path);
  if (sources.size === 0) throw noPage(notes.find(({ reason }) => reason !== hiddenReason));
  const includes = await readPages(texts, { ...options, isHidden: () => false }, read);
  const { included, taken } = nameIncluded(includes.sources.values());
  return {
    ...options,
    sources,
    entries: contents,
    filledIn: include.filledIn,
    notes: [
      ...notes,
      ...includes.notes,
      ...taken,
      ...filledIn.map((key) => ({ key, reason: filledInReason })),
      ...[...parts].map(({ path }) => ({ key: path, reason: partReason })),
    ],
    included,
    warnings: [...exclusions.notes, ...metaNotes, ...partWarnings],
    formerPaths: formerPathsIn(layout),
    plan: (paths) => {
      const index = indexAddresses(paths, { sources, root: layout.root, aliases });
      const plan = planTree({
        entries: contents,
        layout: withWikiHome(layout, sources),
        sources,
        index,
        filledIn: include.filledIn,
        ...edition,
      });
      return withGeneratedIndexes(locatedFrom(plan, origins), sources, contents, edition.version);
    },
  };
}

/** What is said of files that were filled in. Expressions of those with values are named where they stand without one. */
const warningsOfParts = (
  paths: readonly string[],
  sources: ReadonlyMap<string, SourcePage>,
  valued: ReadonlySet<string>,
): ImportNote[] =>
  paths.flatMap((key) =>
    (sources.get(key)?.warnings ?? []).flatMap((reason) =>
      valued.has(key) && reason.startsWith(keptAsWritten('Expression')) ? [] : [{ key, reason }],
    ),
  );

/** The paths of an archive, with the addresses at which its pages are published. */
const indexAddresses = (
  paths: readonly string[],
  {
    sources,
    root,
    aliases,
  }: Pick<SourceContent, 'sources'> &
    Pick<ArchiveLayout, 'root'> & { readonly aliases: Parameters<typeof withPaths>[1] },
) =>
  [ownPaths(sources, root), aliases, spelledPaths(sources.keys(), root)].reduce<PathIndex>(
    (index, more) => withPaths(index, more),
    indexPaths(paths),
  );

/** Reads the former paths that the configuration of a layout names. */
const formerPathsIn = ({ config }: ArchiveLayout): SourceContent['formerPaths'] =>
  config &&
  (({ root, locate, pages }) => readFormerPaths({ config, root, locate, pages: new Set(plannedPaths(pages)) }));

/** Resolves links also from where their pages lie in the archive. */
const locatedFrom = (plan: TreePlan, origins: ReadonlyMap<string, string>): TreePlan => ({
  ...plan,
  locate: (from, url) => {
    const found = plan.locate(from, url);
    const origin = origins.get(from);
    return found.kind === 'nowhere' && origin !== undefined ? plan.locate(origin, url) : found;
  },
});

/** The layout with the home page of the storage of Wiki.js as its first page. */
function withWikiHome(layout: ArchiveLayout, sources: ReadonlyMap<string, SourcePage>): ArchiveLayout {
  const homes = ['md', 'html'].map((extension) => `${layout.root}home.${extension}`);
  const home = homes.find((path) => sources.get(path)?.isWikiPage);
  return home === undefined || layout.home !== undefined ? layout : { ...layout, home };
}

function withholdByPath(sources: Map<string, SourcePage>, entries: readonly ArchiveEntry[]): void {
  const isJekyll = entries.some(({ path }) => readName(path) === '_config.yml');
  withhold(sources, (path) => [withheldByPath(path, { isJekyll })]);
}

function withhold(sources: Map<string, SourcePage>, by: (path: string) => readonly (Withheld | undefined)[]): void {
  for (const [path, source] of sources)
    sources.set(path, { ...source, withheld: joinWithheld([source.withheld, ...by(path)]) });
}

/** Configurations of tools that show pages with an underscore before their name. */
const showsUnderscores =
  /(?:^|\/)(?:mkdocs\.ya?ml|hugo\.(?:toml|ya?ml|json)|book\.toml|\.vitepress\/config(?:\/index)?\.[cm]?[jt]s)$/i;

/** The HTML files beside Markdown pages that are parts or templates of pages, as generators insert them. */
function listPageParts(entries: readonly ArchiveEntry[]): ReadonlySet<ArchiveEntry> {
  const [html, others] = [true, false].map((isHtml) =>
    entries.filter(({ path }) => isPagePath(path) && !isHiddenPath(path) && isHtmlPath(path) === isHtml),
  );
  if (others?.length === 0) return new Set();
  return new Set(html?.filter((entry) => isTemplatePath(entry.path) || !isWholePage(entry)));
}

const isTemplatePath = (path: string) =>
  /(?:^|\/)(?:_?layouts|_?includes|_?partials|theme|overrides|_?templates)\//.test(readFolder(path));

const isWholePage = (entry: ArchiveEntry) => {
  try {
    const head = entry.body.toString('utf8', 0, maxHead);
    return /<(?:!doctype|html|body)\b/i.test(head) || isWikiPage(head);
  } catch (error) {
    // Reading the page reports that it is damaged.
    if (error instanceof DomainError) return true;
    throw error;
  }
};

const maxHead = 65_536;

const noPage = (first: ImportNote | undefined) =>
  first
    ? importRefused(`The archive contains no page that can be read. ${first.key}: ${first.reason}`)
    : withoutPages();
