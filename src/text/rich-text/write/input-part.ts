import { contentHash } from '../content-hash.ts';
import { invalid } from '../../../lib/errors.ts';

/** A part of a JSON document from a request, and its path in the request. */
export interface InputPart {
  readonly value: unknown;
  readonly path: string;
}

/** Creates a validation_failed error for a part. */
export const refuse = ({ path }: InputPart, message: string) => invalid(path, message, 'document');

/** Reads the value of a part as an object. Throws validation_failed. */
export function writeData(at: InputPart): Readonly<Record<string, unknown>> {
  if (typeof at.value !== 'object' || at.value === null || Array.isArray(at.value))
    throw refuse(at, 'must be an object');
  return at.value as Record<string, unknown>;
}

/** Reads a member that must be an object; empty when omitted. Throws validation_failed. */
export const objectMember = (at: InputPart, key: string) =>
  writeData({ value: writeData(at)[key] ?? {}, path: `${at.path}.${key}` });

/** Reads a member that must be an array; empty when omitted. Throws validation_failed. */
export function arrayOf(at: InputPart, key: string): InputPart[] {
  const value = writeData(at)[key] ?? [];
  const path = `${at.path}.${key}`;
  if (!Array.isArray(value)) throw refuse({ value, path }, 'must be an array');
  return value.map((item: unknown, index) => ({ value: item, path: `${path}.${index}` }));
}

export const listNodes = (at: InputPart) => arrayOf(at, 'nodes');

/** Reads a string; undefined when omitted. Throws validation_failed. */
export function textAt(at: InputPart): string | undefined {
  if (at.value !== undefined && typeof at.value !== 'string') throw refuse(at, 'must be a string');
  return at.value;
}

/**
 * Reads the type of a part that must be this `object`, and have the expected type if given. Throws validation_failed.
 */
export function writeType(at: InputPart, object: 'block' | 'inline', expected?: string): string {
  const data = writeData(at);
  if (data['object'] !== object) throw refuse({ value: null, path: `${at.path}.object` }, `must be "${object}"`);
  const type = textAt({ value: data['type'], path: `${at.path}.type` });
  if (type === undefined || (expected !== undefined && type !== expected))
    throw refuse(
      { value: type, path: `${at.path}.type` },
      expected === undefined ? 'is missing' : `must be "${expected}"`,
    );
  return type;
}

/** URLs as written in the original text, by the hash of their target. */
export interface KnownAddresses {
  readonly addresses: ReadonlyMap<string, string>;
}

/** Reads the URL of the reference `name` in the data of a part. Throws validation_failed. */
export const addressAt = (known: KnownAddresses, at: InputPart, name = 'ref'): string =>
  writeAddress(known, { value: objectMember(at, 'data')[name], path: `${at.path}.data.${name}` });

/** Reads the URL of a reference. Throws validation_failed. */
export function writeAddress({ addresses }: KnownAddresses, ref: InputPart): string {
  const url = addresses.get(contentHash(ref.value)) ?? addressFrom(writeData(ref));
  if (url === null)
    throw refuse(ref, 'must be { kind: "url", url }, or refer to a page, an anchor or a file of the space');
  return url;
}

/** Converts a reference to a URL; null when Markdown cannot express it. */
export function addressFrom({ kind, url, page, anchor, file }: Readonly<Record<string, unknown>>): string | null {
  const pageAddress = isId(page, 'pg') ? `/pages/${page}` : null;
  switch (kind) {
    case 'url':
      return typeof url === 'string' ? url : null;
    case 'page':
      return pageAddress;
    case 'anchor':
      if (typeof anchor !== 'string' || (page !== undefined && pageAddress === null)) return null;
      return `${pageAddress ?? ''}#${anchor}`;
    case 'file':
      return isId(file, 'file') ? `/files/${file}` : null;
    default:
      return null;
  }
}

const isId = (value: unknown, prefix: string): value is string =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) && /^[\w-]{1,64}$/.test(value);
