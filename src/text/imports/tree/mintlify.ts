import { readYamlConfig } from './config-values.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { type Navigation, readRecord } from './site-config.ts';
import type { SummaryItem } from './summary.ts';

/** Members of a node that name it, and those that hold the nodes in it. */
const names = ['group', 'tab', 'anchor', 'dropdown', 'product', 'version', 'language', 'item'];
const containers = ['pages', 'groups', 'menu', 'tabs', 'anchors', 'dropdowns', 'products', 'versions', 'languages'];

/** Reads the navigation of each `docs.json` or `mint.json` of Mintlify. https://mintlify.com/docs/organize/navigation */
export const readMintlify = (entries: readonly ArchiveEntry[], edition: MintlifyEdition = {}): Navigation[] =>
  readMintlifyNavigations(entries).map(({ path, folder, navigation }) => {
    const items = listNodes(nodeOf(navigation, edition), 0);
    return { folder, sections: [{ items }], path, name: `The navigation of ${readName(path)}` };
  });

/** One version in one language; all of them when omitted. */
interface MintlifyEdition {
  readonly version?: string | null | undefined;
  readonly language?: string | null | undefined;
}

/** What of a navigation is in a version and language. */
function nodeOf(navigation: unknown, edition: MintlifyEdition): unknown {
  const node = readRecord(navigation);
  for (const name of ['version', 'language'] as const) {
    const nodes = node[`${name}s`];
    const chosen = Array.isArray(nodes)
      ? nodes.map(readRecord).find((one) => typeof edition[name] === 'string' && one[name] === edition[name])
      : undefined;
    if (chosen) return nodeOf({ ...chosen, [name]: undefined }, edition);
  }
  return node;
}

interface MintlifyNavigation {
  readonly path: string;
  readonly folder: string;
  readonly navigation: unknown;
}

/** Reads each `docs.json` or `mint.json`. */
export const readMintlifyNavigations = (entries: readonly ArchiveEntry[]): MintlifyNavigation[] =>
  entries
    .filter(({ path }) => /^(?:docs|mint)\.json$/.test(readName(path)) && !isHiddenPath(path))
    .flatMap((entry) => {
      const { path } = entry;
      // JSON is a subset of YAML.
      const { navigation } = readRecord(readYamlConfig(entry));
      return typeof navigation === 'object' ? [{ path, folder: readFolder(path), navigation }] : [];
    });

/** The pages, relative to the folder of each navigation, that stand in it below something hidden. */
export const readMintlifyHidden = (entries: readonly ArchiveEntry[]) =>
  readMintlifyNavigations(entries).map(({ navigation, ...at }) => ({
    ...at,
    hidden: listPages(navigation, false, 0).flatMap((page) => [`${page}.mdx`, `${page}.md`]),
  }));

/** All pages of a navigation, without extensions. */
export const listPagesIn = (navigation: unknown): string[] => listPages(navigation, true, 0);

/** The pages in a part of a navigation: those below something hidden, or all. */
function listPages(value: unknown, isWanted: boolean, depth: number): string[] {
  if (depth > maxDepth) return [];
  if (typeof value === 'string') return isWanted ? [value.replace(/^\//, '')] : [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => listPages(one, isWanted, depth + 1));
  const node = readRecord(value);
  const isBelow = isWanted || node['hidden'] === 'true';
  return ['root', ...containers].flatMap((name) => listPages(node[name] ?? [], isBelow, depth + 1));
}

const maxDepth = 50;

/** The items of a page, a node, or a list of them. */
function listNodes(value: unknown, depth: number): SummaryItem[] {
  if (depth > maxDepth) return [];
  if (typeof value === 'string') return value === '' ? [] : [{ title: '', url: value, children: [] }];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => listNodes(one, depth + 1));
  const node = readRecord(value);
  const title = names.map((name) => node[name]).find((name) => typeof name === 'string');
  const children = containers.flatMap((name) => listNodes(node[name] ?? [], depth + 1));
  const url = node['root'] ?? node['href'];
  if (typeof title !== 'string') return children;
  return [{ title, ...(typeof url === 'string' && url !== '' && { url }), children }];
}
