import type { EntryState } from '../content/changes.ts';
import { redirectPaths } from '../exports/redirects.ts';
import { configFile, type RedirectLine } from '../imports/formats/exported/format.ts';
import { createLocator } from '../imports/links/locator.ts';
import { readRecord } from '../imports/tree/site-config.ts';
import { relativePath } from '../imports/unpack/source-path.ts';
import { readYamlTexts } from '../markdown/yaml.ts';
import { editRedirects } from './edit-redirects.ts';
import type { FileChange, FolderReaders } from './folder.ts';
import { readRaw, writeRaw } from './raw-text.ts';
import type { Writing } from './writing.ts';
import { readLayout } from './read-layout.ts';

/** Writes former paths of pages into `.gitbook.yaml`, and lets the redirects in it follow pages that have moved. */
export async function writeRedirects(
  writing: Writing,
  redirects: readonly RedirectLine[],
  read: FolderReaders,
): Promise<FileChange[]> {
  const { folder, entries, places } = writing;
  const { config } = await readLayout(folder.paths, read);
  const path = config?.path ?? `${folder.root}${configFile}`;
  const raw = config ? readRaw(config.body) : ({ text: '', mark: 'none' } as const);
  if (!raw) return [];
  const pages = entries.filter((entry): entry is EntryState => entry.kind === 'page');
  const wanted = redirectPaths({ redirects, pages, findPath: (id) => places.paths.get(id) });
  const present = readRecord(readRecord(readYamlTexts(raw.text))['redirects']);
  const edits = new Map<string, string>();
  for (const [from, to] of [
    ...followed(present, writing),
    ...Object.entries(wanted).map(([key, file]) => [key, relativePath(folder.root, file)] as const),
  ])
    if (present[from] !== to) edits.set(from, to);
  const text = edits.size === 0 ? raw.text : editRedirects(raw.text, edits);
  if (text === null || text === raw.text) return [];
  return [{ kind: 'text', path, bytes: writeRaw({ ...raw, text }) }];
}

/** The redirects of a folder to files that have moved, with their new paths. */
function followed(
  present: Readonly<Record<string, unknown>>,
  { folder: { root, paths }, places }: Writing,
): [string, string][] {
  const moved = new Map(
    [...places.former].flatMap(([id, path]) => {
      const now = places.paths.get(id);
      return now === undefined || now === path ? [] : [[path, now]];
    }),
  );
  if (moved.size === 0) return [];
  const locate = createLocator(paths, root);
  return Object.entries(present).flatMap(([from, to]): [string, string][] => {
    const location = typeof to === 'string' ? locate(`${root}SUMMARY.md`, to) : null;
    const now = location?.kind === 'inside' ? moved.get(location.path) : undefined;
    return now === undefined ? [] : [[from, relativePath(root, now)]];
  });
}
