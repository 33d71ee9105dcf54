import { isHiddenPath } from '../../unpack/archive-layout.ts';
import { isPagePath, joinPath, readFolder, readName, relativePath, stemOf } from '../../unpack/source-path.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import type { TextWithLines } from '../lines.ts';
import { convertConstructs, type Construct, type Converted, type Tool } from './construct.ts';
import { mkdocsConstructs } from './mkdocs.ts';
import { obsidianConstructs } from './obsidian.ts';
import {
  hugoConstructs,
  jekyllConstructs,
  markdownConstructs,
  mdxConstructs,
  readMeConstructs,
  vitePressConstructs,
} from './sites.ts';

/** Every construct that imports know beside what pages here understand. */
export const allConstructs: readonly Construct[] = [
  ...markdownConstructs,
  ...hugoConstructs,
  ...jekyllConstructs,
  ...mdxConstructs,
  ...mkdocsConstructs,
  ...obsidianConstructs,
  ...readMeConstructs,
  ...vitePressConstructs,
];

/** Paths by which an archive shows that a tool made it. Those of MDX are the pages themselves, and blocks of ReadMe are like nothing else. */
const signs: readonly (readonly [Tool, RegExp])[] = [
  ['Docusaurus', /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/],
  ['Hugo', /(?:^|\/)hugo\.(?:toml|ya?ml|json)$|(?:^|\/)config\/_default\/|(?:^|\/)archetypes\//],
  ['Jekyll', /(?:^|\/)_config\.ya?ml$/],
  ['MkDocs', /(?:^|\/)mkdocs\.ya?ml$/i],
  ['Obsidian', /(?:^|\/)\.obsidian\//],
  ['VitePress', /(?:^|\/)\.vitepress\//],
];

/** Converts the constructs in a page of an archive. */
export type ConvertPage = (path: string, text: TextWithLines) => Converted;

/** Creates a function that converts what the tools of an archive write beside Markdown. */
export function createConverter(entries: readonly ArchiveEntry[]): ConvertPage {
  const paths = entries.map(({ path }) => path);
  const used = new Set(signs.flatMap(([tool, sign]) => (paths.some((path) => sign.test(path)) ? [tool] : [])));
  const find = createFinder(paths.filter((path) => !isHiddenPath(path)));
  return (path, text) => {
    const isMdx = path.endsWith('.mdx') || used.has('Docusaurus');
    const isUsed = (tool: Tool) =>
      tool === 'Markdown' ||
      tool === 'ReadMe' ||
      used.has(tool) ||
      (isMdx && (tool === 'MDX' || tool === 'Docusaurus'));
    const constructs = allConstructs.filter(({ tool }) => isUsed(tool));
    return convertConstructs(text, constructs, { path, find: (name) => find(path, name) });
  };
}

/** Creates a function that finds a page or file by its name, as Obsidian does: nearest to the root, of several one in the same folder. */
function createFinder(paths: readonly string[]): (from: string, name: string) => string | null {
  const byName = new Map<string, string[]>();
  const all = new Set(paths);
  for (const path of paths.toSorted((one, other) => one.split('/').length - other.split('/').length))
    for (const name of new Set([readName(path), ...(isPagePath(path) ? [stemOf(path)] : [])].map(fold)))
      byName.set(name, [...(byName.get(name) ?? []), path]);
  return (from, name) => {
    const folder = readFolder(from);
    const exact = [joinPath('', name), joinPath(folder, name)].flatMap((path) =>
      path === null ? [] : [path, `${path}.md`],
    );
    const named = (byName.get(fold(readName(name))) ?? []).filter((path) => isBelow(path, readFolder(name)));
    const found = exact.find((path) => all.has(path)) ?? named.find((path) => readFolder(path) === folder) ?? named[0];
    return found === undefined ? null : relativePath(folder, found);
  };
}

const fold = (name: string) => name.normalize('NFC').toLowerCase();

/** Whether a path lies in a folder whose end is named. */
const isBelow = (path: string, folder: string) => `/${fold(readFolder(path))}`.endsWith(`/${fold(folder)}`);
