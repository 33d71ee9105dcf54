import { extensionOf } from '../../../lib/media-types.ts';
import { stemOf } from '../unpack/source-path.ts';

/** Whether the last segment of a path ends in a Notion id. */
export const hasNotionId = (path: string) => idAtEnd.test(stemOf(path));

/** A Notion id is 32 hexadecimal digits. `_all` marks a database with all its rows. */
const idAtEnd = /[\s-]+[\da-f]{32}(?:_all)?$/i;

/**
 * Maps archive paths to unique paths without Notion ids. Databases get the extension `.md`. A view of a database maps to
 * the database with all rows.
 */
export function cleanNotionPaths(paths: readonly string[]): Map<string, string> {
  const clean = new Map<string, string>();
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  const views = listViews(paths);
  // Shorter paths first, because a folder is named after the page with the same id.
  for (const path of paths
    .filter((name) => !views.has(name))
    .toSorted((a, b) => a.split('/').length - b.split('/').length)) {
    const segments = path.split('/');
    const file = segments.pop() ?? '';
    const folder = cleanFolder(segments, folders);
    const extension = extensionOf(file);
    const isDatabase = extension === 'csv' && hasNotionId(file);
    const stem = stemOf(file).replace(idAtEnd, '').trim() || 'Untitled';
    const ending = isDatabase ? '.md' : file.slice(stemOf(file).length);
    const id = hasNotionId(file) ? idAtEnd.exec(stemOf(file))?.[0].replace('_all', '') : undefined;
    const name = free(`${folder}${stem}`, ending, taken);
    clean.set(path, name);
    const own = [...segments, stemOf(file).replace(/_all$/, '')].join('/');
    if (id !== undefined && !folders.has(own)) folders.set(own, name.slice(0, name.length - ending.length));
  }
  for (const [view, whole] of views) clean.set(view, clean.get(whole) ?? whole);
  return clean;
}

/** Maps exported views of databases to the path of the database with all rows. */
export function listViews(paths: readonly string[]): Map<string, string> {
  const all = new Set(paths);
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const whole = `${path.slice(0, -'.csv'.length)}_all.csv`;
      return path.endsWith('.csv') && all.has(whole) ? [[path, whole]] : [];
    }),
  );
}

function cleanFolder(segments: readonly string[], folders: Map<string, string>): string {
  let original = '';
  let clean = '';
  for (const segment of segments) {
    original = original === '' ? segment : `${original}/${segment}`;
    const known = folders.get(original);
    clean = known ?? `${clean}${segment.replace(idAtEnd, '').trim() || segment}`;
    folders.set(original, clean);
    clean += '/';
  }
  return clean;
}

function free(path: string, ending: string, taken: Set<string>): string {
  let name = `${path}${ending}`;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${path} ${count}${ending}`;
  taken.add(name.toLowerCase());
  return name;
}
