import { posix } from 'node:path';
import { maxSpecDepth } from './limits.ts';
import { isObject, SpecProblem, type Json } from './parse-file.ts';

/** Maximum number of objects and arrays in all files, because aliases can repeat them. */
const maxNodes = 5_000_000;

/** Visits every `$ref` of a file. Throws SpecProblem for a file that is too deep or too large. */
export function visitReferences(file: Json, name: string, visit: (holder: Json, ref: string) => void): void {
  const open: { value: unknown; depth: number }[] = [{ value: file, depth: 1 }];
  for (let count = 0, next = open.pop(); next; next = open.pop(), count += 1) {
    const { value, depth } = next;
    if (depth > maxSpecDepth) throw new SpecProblem(`${name} is nested more than ${maxSpecDepth} levels deep`);
    if (count > maxNodes) throw new SpecProblem(`${name} has more than ${maxNodes} objects and lists`);
    if (isObject(value) && typeof value['$ref'] === 'string') visit(value, value['$ref']);
    for (const child of Array.isArray(value) ? value : Object.values(value as Json))
      if (typeof child === 'object' && child !== null) open.push({ value: child, depth: depth + 1 });
  }
}

/** Splits a reference into file and JSON pointer; `address` is null for the same file. Throws SpecProblem. */
export function splitReference(ref: string, base: string | null): { address: string | null; pointer: string } {
  const at = ref.indexOf('#');
  const [file, pointer] = at < 0 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)];
  if (file === '') return { address: null, pointer };
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(file);
  if (!isAbsolute && base === null)
    throw new SpecProblem(
      `The reference "${ref.slice(0, 200)}" names a file, but an uploaded specification consists of one file`,
    );
  const url = URL.canParse(file, base ?? undefined) ? new URL(file, base ?? undefined) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new SpecProblem(`The reference "${ref.slice(0, 200)}" is not an http or https URL`);
  url.hash = '';
  return { address: url.href, pointer };
}

/** Name of a file in the specification: relative to the first file when both are on the same server. */
export function fileNameOf(address: string, first: string | null): string {
  const url = new URL(address);
  if (first === null) return address;
  const base = new URL(first);
  if (url.origin !== base.origin) return address;
  const relative = posix.relative(posix.dirname(base.pathname), url.pathname);
  return `${relative.startsWith('.') ? '' : './'}${relative}${url.search}`;
}

/** Resolves a JSON pointer; undefined when it has no target. */
export function resolvePointer(file: unknown, pointer: string): unknown {
  let value = file;
  for (const step of pointer.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Json)[key];
  }
  return value;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
