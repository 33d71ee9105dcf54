import { readYamlTexts } from '../../markdown/yaml.ts';
import { readScriptData } from '../formats/html/script-data.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { joinWithheld, withheldBy } from '../formats/withheld.ts';
import type { ImportNote } from '../import-tree.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import type { FolderCategory } from './plan-by-folders.ts';
import { readRecord } from './site-config.ts';

const metaFile = /^(?:_meta(?:\.global)?\.(?:json|[cm]?[jt]sx?)|_order\.ya?ml)$/;

interface FolderMeta {
  readonly path: string;
  readonly items: readonly (readonly [name: string, value: unknown])[];
}

const readMetas = (entries: readonly ArchiveEntry[]): FolderMeta[] =>
  entries
    .filter(({ path }) => metaFile.test(readName(path)) && !isHiddenPath(path))
    .map((entry) => {
      const text = readConfigText(entry);
      if (/\.ya?ml$/.test(entry.path)) return { path: entry.path, items: listOrder(readYamlTexts(text)) };
      const isJson = entry.path.endsWith('.json');
      const value = isJson ? readYamlTexts(text) : readScriptData(text, /\.[cm]?tsx?$/.test(entry.path));
      return { path: entry.path, items: Object.entries(readRecord(value)) };
    });

/** The names of pages and folders in an `_order.yaml` of ReadMe. https://docs.readme.com/main/docs/bi-directional-sync */
const listOrder = (value: unknown): FolderMeta['items'] =>
  Array.isArray(value)
    ? value.flatMap((name: unknown) => (typeof name === 'string' ? [[name, null] as const] : []))
    : [];

const titleOf = (value: unknown): string | undefined => {
  const title = typeof value === 'string' ? value : readRecord(value)['title'];
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
};

/** Reads the order and titles of folders from the `_meta` files of Nextra. https://nextra.site/docs/file-conventions/meta-file */
export const readMetaCategories = (entries: readonly ArchiveEntry[]): Map<string, FolderCategory> =>
  new Map(
    readMetas(entries).flatMap(({ path, items }) =>
      items.map(([name, value], order) => {
        const label = titleOf(value);
        return [`${readFolder(path)}${name}/`, { order, ...(label !== undefined && { label }) }] as const;
      }),
    ),
  );

/** Gives pages the order, titles and signs of the `_meta` files of their folders. Returns notes on files that cannot be read. */
export function applyMetas(sources: Map<string, SourcePage>, entries: readonly ArchiveEntry[]): ImportNote[] {
  return readMetas(entries).flatMap(({ path, items }) => {
    for (const [order, [name, value]] of items.entries())
      for (const extension of ['mdx', 'md']) {
        const page = `${readFolder(path)}${name}.${extension}`;
        const source = sources.get(page);
        const title = titleOf(value);
        const isHidden = readRecord(value)['display'] === 'hidden';
        const hidden = isHidden ? withheldBy('navigation', `display: hidden in ${path}`) : undefined;
        if (source)
          sources.set(page, {
            ...source,
            order,
            ...(title !== undefined && { title }),
            withheld: joinWithheld([source.withheld, hidden]),
          });
      }
    return items.length > 0 ? [] : [{ key: path, reason: 'It cannot be read without running it, and orders nothing' }];
  });
}
