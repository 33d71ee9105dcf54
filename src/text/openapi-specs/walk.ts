import { memberOf, type Place } from './members.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Json } from './spec-problem.ts';

/** An object of a specification, and the file that holds it. */
export interface ObjectInFile<File> {
  readonly value: unknown;
  readonly file: File;
}

interface Walk<File> {
  /** Visits an object or map, once for each place it has. */
  readonly meet?: (object: Json, place: Place, file: File) => void;
  /** Visits a text, or what stands in the place of one. `holder` is an object or a list. */
  readonly text?: (holder: Json | unknown[], key: string | number, file: File) => void;
  /** Finds the target of a reference; null when it is not followed. */
  readonly follow: (holder: Json, ref: string, file: File) => ObjectInFile<File> | null;
}

/**
 * Visits the objects of a specification, from its first file and along references, each as what it is: only so is a
 * `$ref` in an example distinguished from a reference. What nothing refers to is not visited. Takes time for each object
 * once, however often aliases repeat it.
 */
export function walkSpec<File>(start: ObjectInFile<File>, { meet, text, follow }: Walk<File>): void {
  /** By place, because nearly all objects have one. */
  const seen = new Map<string, Set<object>>();
  const open: (ObjectInFile<File> & { readonly place: Place })[] = [
    { ...start, place: { kind: 'document', isMap: false } },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, place, file } = next;
    if (typeof value !== 'object' || value === null) continue;
    const name = `${place.kind} ${place.isMap}`;
    const met = seen.get(name) ?? new Set();
    if (met.has(value)) continue;
    seen.set(name, met.add(value));
    if (!isRecord(value)) {
      for (const item of value as unknown[]) open.push({ value: item, place, file });
      continue;
    }
    meet?.(value, place, file);
    const ref = value['$ref'];
    const target = typeof ref === 'string' ? follow(value, ref, file) : null;
    if (target) open.push({ ...target, place });
    for (const [key, child] of Object.entries(value)) {
      const member = memberOf(place, key);
      if (member === null) continue;
      if (member !== 'text') open.push({ value: child, place: member, file });
      else if (Array.isArray(child)) child.forEach((_, index) => text?.(child, index, file));
      else text?.(value, key, file);
    }
  }
}
