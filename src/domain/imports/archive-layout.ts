import type { ArchiveEntry } from './zip.ts';
import { folderOf, isPagePath, joinPath, nameOf } from './source-path.ts';
import { decodeText } from './text.ts';
import { readYaml } from '../../markdown/yaml.ts';

/** Location of the pages in an archive. Folder paths end in `/`. */
export interface ArchiveLayout {
  /** Folder of the pages. Keys are relative to it. */
  readonly root: string;
  /** The SUMMARY.md that orders the pages, if any. */
  readonly summary?: ArchiveEntry;
}

/**
 * Finds the root of the pages: the one that `.gitbook.yaml` names, otherwise the folder of the topmost SUMMARY.md,
 * otherwise the common folder of all pages.
 */
export function findLayout(entries: readonly ArchiveEntry[]): ArchiveLayout {
  const config = topmost(entries, (path) => nameOf(path) === '.gitbook.yaml');
  if (config) return configured(config, entries);
  const summary = topmost(entries, (path) => nameOf(path).toLowerCase() === 'summary.md');
  return summary ? { root: folderOf(summary.path), summary } : { root: commonFolder(entries) };
}

/** The deepest folder that contains every page. */
export function commonFolder(entries: readonly ArchiveEntry[]): string {
  const pages = entries.filter(({ path }) => isPagePath(path) && !isHiddenPath(path));
  let root = pages[0] ? folderOf(pages[0].path) : '';
  for (const { path } of pages) while (!path.startsWith(root)) root = folderOf(root);
  return root;
}

/** Whether an operating system added the file to the archive. Such files are not imported. */
export const isSystemFile = (path: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(path);

/** Whether a segment of the path begins with a dot or is `node_modules`. */
export const isHiddenPath = (path: string) =>
  /(?:^|\/)(?:\.|node_modules\/)/.test(path.replace(/(?:^|\/)\.gitbook\/assets\//, '/'));

/** The matching entry with the fewest parent folders. Undefined when two are equally deep. */
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
  return { root, ...(summary && { summary }) };
}

function readConfig(config: ArchiveEntry): { root: string; summary: string } {
  const text = decodeText({ body: config.body, name: config.path });
  // An unreadable configuration falls back to the defaults.
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
