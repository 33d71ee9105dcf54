import type { ArchiveEntry } from './zip.ts';
import { readFolder, isPagePath, joinPath, readName } from './source-path.ts';
import { decodeText } from './text.ts';
import { readYamlTexts } from '../../markdown/yaml.ts';

/** Location of the pages in an archive. Folder paths end in `/`. */
export interface ArchiveLayout {
  /** Folder of the pages, to which their keys are relative. */
  readonly root: string;
  /** The SUMMARY.md that orders the pages. */
  readonly summary?: ArchiveEntry;
  /** Several SUMMARY.md files in separate folders. Each orders the pages of its folder. */
  readonly summaries?: readonly ArchiveEntry[];
  /** Path of the first page that `.gitbook.yaml` names. */
  readonly home?: string;
  /** The effective `.gitbook.yaml`. */
  readonly config?: ArchiveEntry;
}

/**
 * Finds the root of the pages: the one that `.gitbook.yaml` names, otherwise the folder of the outermost SUMMARY.md,
 * otherwise the common folder of all pages.
 */
export function findLayout(entries: readonly ArchiveEntry[]): ArchiveLayout {
  const config = topmost(entries, (path) => readName(path) === '.gitbook.yaml');
  const named = config && configured(config, entries);
  if (named) return named;
  return { ...layoutBySummaries(entries), ...(config && { config }) };
}

function layoutBySummaries(entries: readonly ArchiveEntry[]): ArchiveLayout {
  const [summary, ...others] = outermostSummaries(entries);
  if (!summary) return { root: contentFolder(entries) ?? commonFolder(entries) };
  if (others.length === 0) return { root: readFolder(summary.path), summary };
  return { root: commonFolder(entries), summaries: [summary, ...others] };
}

/** Finds the SUMMARY.md files that are not below the folder of another. */
function outermostSummaries(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const summaries = entries.filter(({ path }) => readName(path).toLowerCase() === 'summary.md' && !isHiddenPath(path));
  const folders = new Set(summaries.map(({ path }) => readFolder(path)));
  const isInside = (folder: string): boolean =>
    folder !== '' && (folders.has(readFolder(folder)) || isInside(readFolder(folder)));
  const firstFolders = new Set<string>();
  return summaries.filter(({ path }) => {
    const folder = readFolder(path);
    if (isInside(folder) || firstFolders.has(folder)) return false;
    return firstFolders.add(folder);
  });
}

/**
 * Finds the folder from which a generator publishes pages, by its configuration. Null when pages other than the README and
 * its like lie elsewhere, because they would be lost.
 */
function contentFolder(entries: readonly ArchiveEntry[]): string | null {
  const pages = entries.map(({ path }) => path).filter((path) => isPagePath(path) && !isHiddenPath(path));
  const folders = new Set(entries.flatMap(({ path }) => contentFoldersBeside(path)));
  const isAbout = (path: string, root: string) =>
    root.startsWith(readFolder(path)) && aboutProject.test(readName(path));
  return (
    [...folders]
      .filter((root) => pages.some((path) => path.startsWith(root)))
      .find((root) => pages.every((path) => path.startsWith(root) || isAbout(path, root))) ?? null
  );
}

/** The folders of pages that a path suggests: of Astro, VitePress, VuePress, Docusaurus, MkDocs, Hugo and Nuxt Content. */
function contentFoldersBeside(path: string): string[] {
  const astro = /^(.*\/)?src\/content\/docs\//.exec(path)?.[0];
  if (astro !== undefined) return [astro];
  const vite = /^(.*\/)?\.(?:vitepress|vuepress)\/config(?:\/index)?\.[cm]?[jt]s$/.exec(path);
  if (vite) return [vite[1] ?? ''];
  const beside = readFolder(path);
  if (/^(?:docusaurus\.config\.[cm]?[jt]s|mkdocs\.ya?ml)$/.test(readName(path))) return [`${beside}docs/`];
  return /^(?:hugo\.(?:toml|ya?ml|json)|nuxt\.config\.[cm]?[jt]s)$/.test(readName(path)) ? [`${beside}content/`] : [];
}

/** Names of files about a repository rather than its subject. */
const aboutProject =
  /^(?:readme|contributing|changelog|code[-_]of[-_]conduct|security|license|licence|support|governance|authors|agents|claude)\b[^/]*$/i;

/** Finds the deepest folder that contains every page. */
export function commonFolder(entries: readonly ArchiveEntry[]): string {
  const pages = entries.filter(({ path }) => isPagePath(path) && !isHiddenPath(path));
  let root = pages[0] ? readFolder(pages[0].path) : '';
  for (const { path } of pages) while (!path.startsWith(root)) root = readFolder(root);
  return root;
}

/** Whether the file was added by an operating system. Such files are not imported. */
export const isSystemFile = (path: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(path);

/** Whether a segment of the path begins with a dot or is `node_modules`. */
export const isHiddenPath = (path: string) =>
  /(?:^|\/)(?:\.|node_modules\/)/.test(path.replace(/(?:^|\/)\.gitbook\/assets\//, '/'));

/** Finds the matching entry with the fewest parent folders; undefined when two are equally deep. */
function topmost(entries: readonly ArchiveEntry[], accepts: (path: string) => boolean): ArchiveEntry | undefined {
  const found = entries
    .filter(({ path }) => accepts(path) && !isHiddenPath(readFolder(path)))
    .map((entry) => ({ entry, depth: entry.path.split('/').length }))
    .toSorted((a, b) => a.depth - b.depth);
  const [first, second] = found;
  return first && first.depth !== second?.depth ? first.entry : undefined;
}

/** The layout that a `.gitbook.yaml` names; null when it names none, such as one with the settings of a site only. */
function configured(config: ArchiveEntry, entries: readonly ArchiveEntry[]): ArchiveLayout | null {
  const { root: folder = '.', summary: file = 'SUMMARY.md', readme, isLayout } = readConfig(config);
  const base = readFolder(config.path);
  const root = joinPath(base, `${folder}/`) ?? base;
  const path = joinPath(root, file);
  const summary = entries.find((entry) => entry.path === path);
  if (!isLayout && !summary) return null;
  const first = readme === undefined ? null : joinPath(root, readme);
  const home = entries.find((entry) => entry.path === first);
  return { root, config, ...(summary && { summary }), ...(home && { home: home.path }) };
}

function readConfig(config: ArchiveEntry) {
  const text = decodeText({ body: config.body, name: config.path });
  // Fall back to the defaults if the configuration cannot be parsed.
  const value = readYamlTexts(text);
  const structure = readMember(value, 'structure');
  const [root, summary, readme] = [textAt(value, 'root'), textAt(structure, 'summary'), textAt(structure, 'readme')];
  return { root, summary, readme, isLayout: [root, summary, readme].some((name) => name !== undefined) };
}

const readMember = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;

const textAt = (value: unknown, key: string) => {
  const text = readMember(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
};
