import { addToList } from '../../../../lib/add-to-list.ts';
import { readFrontMatter, splitFrontMatter } from '../../../markdown/front-matter.ts';
import { headOf } from '../../unpack/head-of.ts';
import { readConfigText } from '../../unpack/config-text.ts';
import { isHiddenPath } from '../../unpack/archive-layout.ts';
import { isPagePath, joinPath, readFolder, readName, relativePath, stemOf } from '../../unpack/source-path.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import type { TextWithLines } from '../lines.ts';
import { findCode } from '../../../markdown/find-code.ts';
import { convertConstructs, type Construct, type Converted, type Tool } from './construct.ts';
import { docusaurusConstructs } from './docusaurus.ts';
import { mkdocsConstructs } from './mkdocs.ts';
import { obsidianConstructs } from './obsidian.ts';
import { readMeComponents } from './readme-components.ts';
import { readMeConstructs } from './readme.ts';
import { docmostConstructs, outlineConstructs, wikiJsConstructs } from './wikis.ts';
import { isWikiPage } from '../wikis/wiki-js.ts';
import { hugoConstructs } from './hugo.ts';
import { jekyllConstructs } from './jekyll.ts';
import { markdownConstructs, mdxConstructs, vitePressConstructs } from './sites.ts';

/** Every construct that imports know beside what pages here understand. */
export const allConstructs: readonly Construct[] = [
  ...docmostConstructs,
  ...hugoConstructs,
  ...jekyllConstructs,
  ...docusaurusConstructs,
  // What ReadMe means by a component comes before what others do.
  ...readMeComponents,
  ...readMeConstructs,
  ...mdxConstructs,
  ...mkdocsConstructs,
  ...obsidianConstructs,
  ...outlineConstructs,
  ...vitePressConstructs,
  ...wikiJsConstructs,
  // What a tool means by a class comes first.
  ...markdownConstructs,
];

/** Paths by which an archive shows that a tool made it. Those of MDX are the pages themselves, and blocks of ReadMe are like nothing else. */
const signs: readonly (readonly [Tool, RegExp])[] = [
  ['Docusaurus', /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/],
  ['Docmost', /(?:^|\/)docmost-metadata\.json$/],
  ['Hugo', /(?:^|\/)hugo\.(?:toml|ya?ml|json)$|(?:^|\/)config\/_default\/|(?:^|\/)archetypes\//],
  ['Jekyll', /(?:^|\/)_config\.ya?ml$/],
  ['MkDocs', /(?:^|\/)mkdocs\.ya?ml$/i],
  ['Obsidian', /(?:^|\/)\.obsidian\//],
  ['ReadMe', /(?:^|\/)_order\.ya?ml$/],
  ['VitePress', /(?:^|\/)\.vitepress\//],
];

const configurationOf =
  /(?:^|\/)(?:(?:docusaurus|next)\.config|\.vitepress\/config(?:\/index)?)\.[cm]?[jt]s$|(?:^|\/)(?:docs|mint)\.json$|(?:^|\/)mkdocs\.ya?ml$/;

/** Whether a text has what a tool writes beside Markdown, so that its page depends on the tool of its folder. */
export function usesConstructs(markdown: string): boolean {
  const isCode = findCode(markdown);
  const { bodyStart } = splitFrontMatter(markdown);
  return allConstructs.some(({ pattern }) =>
    [...markdown.matchAll(pattern)].some(({ index }) => index >= bodyStart && !isCode(index)),
  );
}

/** Converts the constructs in a page of an archive. Links that it writes are those of the page at `at`, where the text will stand. */
export type ConvertPage = (path: string, text: TextWithLines, at?: string) => Converted;

/** Creates a function that converts what the tools of an archive write beside Markdown. */
export function createConverter(entries: readonly ArchiveEntry[]): ConvertPage {
  const paths = entries.map(({ path }) => path);
  const used = new Set(signs.flatMap(([tool, sign]) => (paths.some((path) => sign.test(path)) ? [tool] : [])));
  const configurations = entries.filter(({ path }) => configurationOf.test(path)).map(readConfigText);
  const isOn = ({ needs }: Construct) => needs === undefined || configurations.some((text) => needs.test(text));
  const possible = allConstructs.filter(isOn);
  const shown = entries.filter(({ path }) => !isHiddenPath(path));
  const findNamed = createFinder(shown.map(({ path }) => path));
  if (used.size === 0) {
    const heads = shown.flatMap((entry) =>
      isText(entry.path) ? [{ path: entry.path, text: headOf(entry, maxHead) }] : [],
    );
    if (heads.some(({ text }) => isWikiPage(text))) used.add('Wiki.js');
    else if (heads.some(({ text }) => isOfOutline(text))) used.add('Outline');
    else if (heads.some(({ path, text }) => linksByName(path, text, findNamed))) used.add('Obsidian');
  }
  const find = used.has('Obsidian')
    ? createFinder(
        shown.map(({ path }) => path),
        listAliases(shown),
      )
    : findNamed;
  return (path, text, at = path) => {
    const isMdx = path.endsWith('.mdx') || used.has('Docusaurus') || used.has('ReadMe');
    const isUsed = (tool: Tool) =>
      tool === 'Markdown' ||
      tool === 'ReadMe' ||
      used.has(tool) ||
      (isMdx && (tool === 'MDX' || tool === 'Docusaurus'));
    const constructs = possible.filter(({ tool, isOwn }) => (isOwn ? used.has(tool) : isUsed(tool)));
    const findPath = (name: string) => find(path, name);
    return convertConstructs(text, constructs, {
      path,
      findPath,
      find: (name) => {
        const found = findPath(name);
        return found === null ? null : relativePath(readFolder(at), found);
      },
    });
  };
}

/** Whether a text links to a page by its name, as notes do, so that a vault is known without its settings. */
function linksByName(path: string, text: string, find: (from: string, name: string) => string | null): boolean {
  if (!text.includes('[[')) return false;
  const isCode = findCode(text);
  return [...text.matchAll(/\[\[([^[\]\n|#]{1,300}?)(?:[#|][^[\]\n]{0,300})?\]\]/g)].some(
    ({ index, 1: name = '' }) => !isCode(index) && find(path, name.trim()) !== null,
  );
}

const isText = (path: string) => /\.(?:md|markdown)$/i.test(path);

/** Whether a text has files, sizes, mentions or diagrams as an export of Outline writes them. */
const isOfOutline = (text: string) =>
  /\]\((?:uploads|public)\/[\da-f-]{36}\/[\da-f-]{36}\/|\]\(mention:\/\/| " =\d+x\d+"\)|^```mermaidjs[ \t]*$/m.test(
    text,
  );

/** Bytes of a text that are searched for links and other names. */
const maxHead = 65_536;

/** The other names that notes give themselves. */
function listAliases(entries: readonly ArchiveEntry[]): (readonly [name: string, path: string])[] {
  return entries.flatMap((entry) => {
    if (!isText(entry.path)) return [];
    const { values } = readFrontMatter(headOf(entry, maxHead));
    const names = [values['aliases'], values['alias']].flat().flatMap((one) => (typeof one === 'string' ? [one] : []));
    return names.map((name) => [name.trim(), entry.path] as const);
  });
}

/** Creates a function that finds a page or file by its name, as Obsidian does: nearest to the root, of several one in the same folder. */
function createFinder(
  paths: readonly string[],
  aliases: readonly (readonly [name: string, path: string])[] = [],
): (from: string, name: string) => string | null {
  const byName = new Map<string, string[]>();
  const all = new Set(paths);
  for (const path of paths.toSorted((one, other) => one.split('/').length - other.split('/').length))
    for (const name of new Set([readName(path), ...(isPagePath(path) ? [stemOf(path)] : [])].map(fold)))
      addToList(byName, name, path);
  const byAlias = new Map(aliases.toReversed().map(([name, path]) => [fold(name), path]));
  return (from, name) => {
    const folder = readFolder(from);
    const exact = [joinPath('', name), joinPath(folder, name)].flatMap((path) =>
      path === null ? [] : [path, `${path}.md`],
    );
    const named = (byName.get(fold(readName(name))) ?? []).filter((path) => isBelow(path, readFolder(name)));
    const found =
      exact.find((path) => all.has(path)) ??
      named.find((path) => readFolder(path) === folder) ??
      named[0] ??
      byAlias.get(fold(name));
    return found ?? null;
  };
}

const fold = (name: string) => name.normalize('NFC').toLowerCase();

/** Whether a path lies in a folder whose end is named. */
const isBelow = (path: string, folder: string) => `/${fold(readFolder(path))}`.endsWith(`/${fold(folder)}`);
