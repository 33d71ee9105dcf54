import type { ArchiveEntry } from './zip.ts';
import { folderOf, isPagePath, joinPath, nameOf } from './source-path.ts';
import { decodeText } from './text.ts';
import { readYaml } from '../../markdown/yaml.ts';

/** Location of the pages in an archive. Folder paths end in `/`. */
export interface ArchiveLayout {
  /** Folder of the pages, to which their keys are relative. */
  readonly root: string;
  /** The SUMMARY.md that orders the pages. */
  readonly summary?: ArchiveEntry;
  /** Several SUMMARY.md files in separate folders. Each orders the pages of its folder. */
  readonly summaries?: readonly ArchiveEntry[];
  /** The effective `.gitbook.yaml`. */
  readonly config?: ArchiveEntry;
}

/**
 * Finds the root of the pages: the one that `.gitbook.yaml` names, otherwise the folder of the outermost SUMMARY.md,
 * otherwise the common folder of all pages.
 */
export function findLayout(entries: readonly ArchiveEntry[]): ArchiveLayout {
  const config = topmost(entries, (path) => nameOf(path) === '.gitbook.yaml');
  if (config) return configured(config, entries);
  const [summary, ...others] = outermostSummaries(entries);
  if (!summary) return { root: commonFolder(entries) };
  if (others.length === 0) return { root: folderOf(summary.path), summary };
  return { root: commonFolder(entries), summaries: [summary, ...others] };
}

/** Finds the SUMMARY.md files that are not below the folder of another. */
function outermostSummaries(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const found = entries.filter(({ path }) => nameOf(path).toLowerCase() === 'summary.md' && !isHiddenPath(path));
  const folders = new Set(found.map(({ path }) => folderOf(path)));
  const isInside = (folder: string): boolean =>
    folder !== '' && (folders.has(folderOf(folder)) || isInside(folderOf(folder)));
  const seen = new Set<string>();
  return found.filter(({ path }) => {
    const folder = folderOf(path);
    if (isInside(folder) || seen.has(folder)) return false;
    return seen.add(folder);
  });
}

/** Finds the deepest folder that contains every page. */
export function commonFolder(entries: readonly ArchiveEntry[]): string {
  const pages = entries.filter(({ path }) => isPagePath(path) && !isHiddenPath(path));
  let root = pages[0] ? folderOf(pages[0].path) : '';
  for (const { path } of pages) while (!path.startsWith(root)) root = folderOf(root);
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
    .filter(({ path }) => accepts(path) && !isHiddenPath(folderOf(path)))
    .map((entry) => ({ entry, depth: entry.path.split('/').length }))
    .toSorted((a, b) => a.depth - b.depth);
  const [first, second] = found;
  return first && first.depth !== second?.depth ? first.entry : undefined;
}

function configured(config: ArchiveEntry, entries: readonly ArchiveEntry[]): ArchiveLayout {
  const { root: folder, summary: file } = readConfig(config);
  const base = folderOf(config.path);
  const root = joinPath(base, `${folder}/`) ?? base;
  const path = joinPath(root, file);
  const summary = entries.find((entry) => entry.path === path);
  return { root, config, ...(summary && { summary }) };
}

function readConfig(config: ArchiveEntry): { root: string; summary: string } {
  const text = decodeText({ body: config.body, name: config.path });
  // Fall back to the defaults if the configuration cannot be parsed.
  const value = readYaml(text);
  return {
    root: textAt(value, 'root') ?? '.',
    summary: textAt(memberOf(value, 'structure'), 'summary') ?? 'SUMMARY.md',
  };
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;

const textAt = (value: unknown, key: string) => {
  const text = memberOf(value, key);
  return typeof text === 'string' ? text : undefined;
};
