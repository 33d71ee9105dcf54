import { readFolder, relativePath, stemOf, withoutNumber } from '../unpack/source-path.ts';

/** Pages by path, with their front matter where it is known. */
type Sources = ReadonlyMap<
  string,
  { readonly path: string; readonly matter?: { readonly values: Readonly<Record<string, unknown>> } }
>;

/**
 * Lists the ids by which Docusaurus names the pages of a folder: the path without number prefixes and extension. Front matter may replace
 * the last segment.
 */
export function listDocusaurusIds(sources: Sources, folder: string): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [path, { matter }] of sources) {
    if (!path.startsWith(folder)) continue;
    const below = unnumbered(relativePath(folder, readFolder(path)));
    const id = matter?.values['id'];
    for (const name of [typeof id === 'string' ? id : null, withoutNumber(stemOf(path)), stemOf(path)])
      if (name !== null && !ids.has(`${below}${name}`)) ids.set(`${below}${name}`, path);
  }
  return ids;
}

/** A path without the number prefixes of its folders. */
const unnumbered = (path: string): string => path.split('/').map(withoutNumber).join('/');

/** Finds pages below a folder by the id that the file of a category names, which is one in the folder of the category, or else one of all. */
export function docusaurusFinder(sources: Sources, root: string): (id: string, folder: string) => string | undefined {
  let ids: ReadonlyMap<string, string> | undefined;
  return (id, folder) => {
    ids ??= listDocusaurusIds(sources, root);
    return ids.get(`${unnumbered(relativePath(root, folder))}${id}`) ?? ids.get(id);
  };
}
