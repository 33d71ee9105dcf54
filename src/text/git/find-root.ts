/**
 * The folder to which the keys of an import are relative: of those below which most of them are paths, the shortest one. Null when the
 * keys are none of the paths.
 */
export function findRoot(keys: Iterable<string>, paths: ReadonlySet<string>): string | null {
  const some = [...keys].filter((key) => !key.endsWith('/') && !key.startsWith('../')).slice(0, maxKeys);
  const roots = new Set<string>();
  for (const path of paths)
    for (const key of some) {
      const root = path.slice(0, path.length - key.length);
      if (path.endsWith(key) && (root === '' || root.endsWith('/'))) roots.add(root);
    }
  const counted = [...roots].map((root) => ({ root, count: some.filter((key) => paths.has(`${root}${key}`)).length }));
  const [best] = counted.toSorted((one, other) => other.count - one.count || one.root.length - other.root.length);
  return best?.root ?? null;
}

/** Number of keys that are enough to tell one folder from another. */
const maxKeys = 40;
