import { isRecord } from '../../../lib/is-record.ts';
import { readYamlTexts } from '../../markdown/yaml.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { readRecord, type Navigation } from './site-config.ts';
import type { SummaryItem } from './summary.ts';

interface Place {
  readonly path: string;
  readonly position: string;
  readonly parent: string | null;
}

/** Reads the tree of pages from the `docmost-metadata.json` of an export of Docmost. https://docmost.com/docs/user-guide/import-export */
export const readDocmost = (entries: readonly ArchiveEntry[]): Navigation[] =>
  entries
    .filter(({ path }) => readName(path) === 'docmost-metadata.json')
    .flatMap((entry) => {
      const { source, pages } = readRecord(readYamlTexts(readConfigText(entry)));
      if (source !== 'docmost' || !isRecord(pages)) return [];
      const places = Object.entries(pages).map(([path, page]): Place => {
        const { position, parentPath } = readRecord(page);
        return {
          path,
          position: typeof position === 'string' ? position : '',
          parent: typeof parentPath === 'string' && parentPath !== 'null' ? parentPath : null,
        };
      });
      const folder = readFolder(entry.path);
      return [
        {
          folder,
          sections: [{ items: listBelow(places) }],
          path: entry.path,
          name: 'docmost-metadata.json',
        },
      ];
    });

const maxDepth = 50;

/** The pages in the order of their positions, which are compared by their bytes. */
function listBelow(places: readonly Place[]): SummaryItem[] {
  const known = new Set(places.map(({ path }) => path));
  const below = new Map<string | null, Place[]>();
  for (const place of places) {
    const parent = place.parent !== null && known.has(place.parent) ? place.parent : null;
    below.set(parent, [...(below.get(parent) ?? []), place]);
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
