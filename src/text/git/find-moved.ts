import { addToList } from '../../lib/add-to-list.ts';
import { readName } from '../imports/unpack/source-path.ts';

/**
 * The former path of each file that is at another path with the same bytes. `before` and `now` hold the blob ids of all files by path. Of
 * several files with the same bytes, those of the same name are paired first.
 */
export function findMoved(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const gone = new Map<string, string[]>();
  for (const [path, oid] of before) if (!now.has(path)) addToList(gone, oid, path);
  const added = [...now].filter(([path]) => !before.has(path));
  const moved = new Map<string, string>();
  const pair = (isSame: (path: string, former: string) => boolean) => {
    for (const [path, oid] of added) {
      const open = gone.get(oid) ?? [];
      const former = moved.has(path) ? undefined : open.find((one) => isSame(path, one));
      if (former === undefined) continue;
      moved.set(path, former);
      gone.set(
        oid,
        open.filter((one) => one !== former),
      );
    }
  };
  pair((path, former) => readName(path) === readName(former));
  pair(() => true);
  return moved;
}
