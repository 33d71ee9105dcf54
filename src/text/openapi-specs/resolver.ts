import { isRecord } from '../../lib/is-record.ts';
import type { ParsedFile } from './parse-file.ts';
import { cutReference, resolvePointer } from './references.ts';
import type { Json } from './spec-problem.ts';

/** An object and the file that its references are relative to. */
export interface SpecObject {
  readonly value: Json;
  readonly file: string;
}

/** A file of a specification, by the name that references give it. */
export type NamedFile = Pick<ParsedFile, 'name' | 'json'>;

/**
 * Follows references to their target. Any other value resolves to itself. A `summary` or `description` beside a reference
 * replaces that of the target.
 */
export type Resolve = (value: unknown, file?: string) => { value: unknown; file: string };

const maxHops = 20;

export function createResolver(files: readonly NamedFile[]): Resolve {
  const byName = new Map(files.map(({ name, json }) => [name, json]));
  const first = files[0]?.name ?? '';
  return (given, from = first) => {
    let [value, file] = [given, from];
    const own: Json = {};
    for (let hop = 0; isRecord(value) && typeof value['$ref'] === 'string'; hop += 1) {
      if (hop === maxHops) return { value: undefined, file };
      for (const member of ['summary', 'description'])
        if (typeof value[member] === 'string' && !(member in own)) own[member] = value[member];
      const [name, pointer] = cutReference(value['$ref']);
      if (name !== '') file = name;
      value = resolvePointer(byName.get(file), pointer);
    }
    return { value: isRecord(value) && Object.keys(own).length > 0 ? { ...value, ...own } : value, file };
  };
}
