import type { ArchiveEntry } from './zip.ts';

/** Makes a reader of entries that reads each once, however many ask. */
export function readOnce<Value>(read: (entry: ArchiveEntry) => Value): (entry: ArchiveEntry) => Value {
  const values = new WeakMap<ArchiveEntry, { readonly value: Value }>();
  return (entry) => {
    const known = values.get(entry) ?? { value: read(entry) };
    values.set(entry, known);
    return known.value;
  };
}
