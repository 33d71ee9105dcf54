import { readYamlTexts } from '../../markdown/yaml.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { type Navigation, readRecord } from './site-config.ts';
import type { SummaryItem } from './summary.ts';

/** Members of a node that name it, and those that hold the nodes in it. */
const names = ['group', 'tab', 'anchor', 'dropdown', 'product', 'version', 'language', 'item'];
const containers = ['pages', 'groups', 'menu', 'tabs', 'anchors', 'dropdowns', 'products', 'versions', 'languages'];

/** Reads the navigation of each `docs.json` or `mint.json` of Mintlify. https://mintlify.com/docs/organize/navigation */
export const readMintlify = (entries: readonly ArchiveEntry[]): Navigation[] =>
  entries
    .filter(({ path }) => /^(?:docs|mint)\.json$/.test(readName(path)) && !isHiddenPath(path))
    .flatMap((entry) => {
      const { path } = entry;
      // JSON is a subset of YAML.
      const { navigation } = readRecord(readYamlTexts(readConfigText(entry)));
      if (typeof navigation !== 'object') return [];
      const items = listNodes(navigation, 0);
      return [{ folder: readFolder(path), sections: [{ items }], path, name: `The navigation of ${readName(path)}` }];
    });

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
