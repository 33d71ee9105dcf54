import { addToList } from '../../../lib/add-to-list.ts';
import { readYamlConfig } from './config-values.ts';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { decodePercent } from '../../../lib/percent.ts';
import { isRecord } from '../../../lib/is-record.ts';
import type { SourcePage } from '../formats/source-page.ts';
import type { ImportNote } from '../import-tree.ts';
import { readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { readRecord, type Navigation } from './site-config.ts';
import type { SummaryItem } from './summary.ts';

interface Place {
  readonly path: string;
  readonly position: string;
  readonly parent: string | null;
}

/** The metadata of each export of Docmost in an archive. */
const listPages = (entries: readonly ArchiveEntry[]) =>
  entries
    .filter(({ path }) => readName(path) === 'docmost-metadata.json')
    .flatMap((entry) => {
      const { source, pages } = readRecord(readYamlConfig(entry));
      return source === 'docmost' && isRecord(pages)
        ? [{ path: entry.path, folder: readFolder(entry.path), pages }]
        : [];
    });

/** Reads the tree of pages from the `docmost-metadata.json` of an export of Docmost. https://docmost.com/docs/user-guide/import-export */
export const readDocmost = (entries: readonly ArchiveEntry[]): Navigation[] =>
  listPages(entries).map(({ path, folder, pages }) => {
    const places = Object.entries(pages).map(([page, said]): Place => {
      const { position, parentPath } = readRecord(said);
      return {
        path: page,
        position: typeof position === 'string' ? position : '',
        parent: typeof parentPath === 'string' && parentPath !== 'null' ? parentPath : null,
      };
    });
    return { folder, sections: [{ items: listBelow(places) }], path, name: 'docmost-metadata.json' };
  });

/** Gives pages the emoji that `docmost-metadata.json` names. Returns notes on those that are none. */
export function applyDocmostIcons(sources: Map<string, SourcePage>, entries: readonly ArchiveEntry[]): ImportNote[] {
  return listPages(entries).flatMap(({ folder, pages }) =>
    Object.entries(pages).flatMap(([path, page]) => {
      const { icon } = readRecord(page);
      const key = `${folder}${decodePercent(path)}`;
      const source = sources.get(key);
      if (!source || typeof icon !== 'string' || icon === '' || icon === 'null') return [];
      const emoji = canonicalEmoji(icon);
      if (emoji === null) return [{ key, reason: `Its icon is no emoji, and is left out: ${icon.slice(0, 40)}` }];
      sources.set(key, { ...source, matter: { ...source.matter, emoji } });
      return [];
    }),
  );
}

const maxDepth = 50;

/** The pages in the order of their positions, which are compared by their bytes. */
function listBelow(places: readonly Place[]): SummaryItem[] {
  const known = new Set(places.map(({ path }) => path));
  const below = new Map<string | null, Place[]>();
  for (const place of places) {
    const parent = place.parent !== null && known.has(place.parent) ? place.parent : null;
    addToList(below, parent, place);
  }
  const list = (parent: string | null, depth: number): SummaryItem[] => {
    const siblings = below.get(parent) ?? [];
    // Guards against circles.
    below.delete(parent);
    return siblings
      .toSorted((one, other) => (one.position < other.position ? -1 : Number(one.position > other.position)))
      .map(({ path }) => ({
        title: '',
        url: path,
        children: depth < maxDepth ? list(path, depth + 1) : [],
      }));
  };
  return list(null, 0);
}
