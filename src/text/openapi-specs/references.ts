import { posix } from 'node:path';
import type { ParsedFile } from './parse-file.ts';
import { SpecProblem, type Json } from './spec-problem.ts';
import { walkSpec, type ObjectInFile } from './walk.ts';

/**
 * Replaces the URLs in references with file names, and numbers in the place of texts with what is written. Returns the
 * URLs of missing files. Throws SpecProblem.
 */
export function linkFiles(files: readonly ParsedFile[]): string[] {
  const [first] = files;
  if (!first) throw new SpecProblem('There is no file');
  // A file is known by the URL that a reference names, and by the one where it was found.
  const known = new Map(files.toReversed().flatMap((file) => [file.base, file.url].map((url) => [url, file] as const)));
  const missing = new Set<string>();
  const named = new Map(files.map((file) => [file, new Set<string>()]));
  const targets = new Map<Json, ObjectInFile<ParsedFile> | null>();
  const link = (holder: Json, ref: string, file: ParsedFile): ObjectInFile<ParsedFile> | null => {
    const { address, pointer } = splitReference(ref, file.base);
    const target = address === null ? file : known.get(address);
    if (target === undefined) {
      missing.add(address ?? '');
      return null;
    }
    if (address !== null) {
      holder['$ref'] = `${target.name}${ref.includes('#') ? `#${pointer}` : ''}`;
      named.get(file)?.add(target.name);
    }
    return { value: resolvePointer(target.json, pointer), file: target };
  };
  walkSpec<ParsedFile>(
    { value: first.json, file: first },
    {
      text: (holder, key, { spellings }) => {
        const value = (holder as Json)[key];
        if (typeof value === 'number' || typeof value === 'boolean')
          (holder as Json)[key] = spellings.of(holder, key, value);
      },
      // An object with two places is linked once, because its reference is then the name of a file.
      follow: (holder, ref, file) => {
        if (!targets.has(holder)) targets.set(holder, link(holder, ref, file));
        return targets.get(holder) ?? null;
      },
    },
  );
  for (const file of files) file.references = [...(named.get(file) ?? [])];
  return [...missing];
}

/** Splits a reference into file and JSON pointer; `address` is null for the same file. Throws SpecProblem. */
function splitReference(ref: string, base: string | null): { address: string | null; pointer: string } {
  const [file, pointer] = cutReference(ref);
  if (file === '') return { address: null, pointer };
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(file);
  if (!isAbsolute && base === null)
    throw new SpecProblem(
      `The reference "${ref.slice(0, 200)}" names a file, but an uploaded specification consists of one file`,
    );
  const url = readHttpUrl(file, base);
  if (url === null) throw new SpecProblem(`The reference "${ref.slice(0, 200)}" is not an http or https URL`);
  return { address: url, pointer };
}

/** Cuts a reference into what names the file and the JSON pointer. */
export function cutReference(ref: string): readonly [file: string, pointer: string] {
  const at = ref.indexOf('#');
  return at < 0 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)];
}

/** Resolves an http or https URL without a fragment; null for any other. */
export function readHttpUrl(text: string, base: string | null): string | null {
  const url = URL.canParse(text, base ?? undefined) ? new URL(text, base ?? undefined) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
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
