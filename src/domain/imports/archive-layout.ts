import type { ArchiveEntry } from './zip.ts';
import { folderOf, isPagePath, joinPath, nameOf } from './source-path.ts';
import { decodeText } from './text.ts';
import { readYaml } from './yaml.ts';

/** Where the pages of an archive are. Paths end in `/` for folders. */
export interface ArchiveLayout {
  /** The folder that holds the pages; keys are relative to it. */
  readonly root: string;
  /** The SUMMARY.md in charge, if there is one. */
  readonly summary?: ArchiveEntry;
}

/** Finds the root: as `.gitbook.yaml` says, else the folder of the one topmost SUMMARY.md, else the common folder of all pages. */
export function findLayout(entries: readonly ArchiveEntry[]): ArchiveLayout {
  const config = topmost(entries, (path) => nameOf(path) === '.gitbook.yaml');
  if (config) return configured(config, entries);
  const summary = topmost(entries, (path) => nameOf(path).toLowerCase() === 'summary.md');
  return summary ? { root: folderOf(summary.path), summary } : { root: commonFolder(entries) };
}

/** The deepest folder that holds every page. */
export function commonFolder(entries: readonly ArchiveEntry[]): string {
  const pages = entries.filter(({ path }) => isPagePath(path) && !isHiddenPath(path));
  let root = pages[0] ? folderOf(pages[0].path) : '';
  for (const { path } of pages) while (!path.startsWith(root)) root = folderOf(root);
  return root;
}

/** What operating systems leave in archives; nobody means to import it. */
export const isRubbish = (path: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(path);

/** Below a folder, or of a name, that begins with a dot, or among installed packages. */
export const isHiddenPath = (path: string) =>
  /(?:^|\/)(?:\.|node_modules\/)/.test(path.replace(/(?:^|\/)\.gitbook\/assets\//, '/'));

/** The one entry of the fewest folders; none where two share that rank. */
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
  // A configuration we cannot read names no folder: the defaults hold.
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
