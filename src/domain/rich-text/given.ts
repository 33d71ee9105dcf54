import { invalid } from '../../lib/errors.ts';

/** A part of a document somebody sent, and where it stands in the request. */
export interface At {
  readonly value: unknown;
  readonly path: string;
}

/** 400 for this part. */
export const refuse = ({ path }: At, message: string) => invalid(path, message, 'document');

/** The part as an object. Throws validation_failed. */
export function dataOf(at: At): Readonly<Record<string, unknown>> {
  if (typeof at.value !== 'object' || at.value === null || Array.isArray(at.value))
    throw refuse(at, 'must be an object');
  return at.value as Record<string, unknown>;
}

/** A member that must be an object; empty when left out. */
export const memberOf = (at: At, key: string) => dataOf({ value: dataOf(at)[key] ?? {}, path: `${at.path}.${key}` });

/** A member that must be an array; empty when left out. Throws validation_failed. */
export function arrayOf(at: At, key: string): At[] {
  const value = dataOf(at)[key] ?? [];
  const path = `${at.path}.${key}`;
  if (!Array.isArray(value)) throw refuse({ value, path }, 'must be an array');
  return value.map((item: unknown, index) => ({ value: item, path: `${path}.${index}` }));
}

export const nodesOf = (at: At) => arrayOf(at, 'nodes');

/** A text, or undefined when left out. Throws validation_failed. */
export function textAt(at: At): string | undefined {
  if (at.value !== undefined && typeof at.value !== 'string') throw refuse(at, 'must be a string');
  return at.value;
}

/** The type of a part that must be this kind of thing, and this type where only one will do. */
export function typeOf(at: At, object: 'block' | 'inline', expected?: string): string {
  const given = dataOf(at);
  if (given['object'] !== object) throw refuse({ value: null, path: `${at.path}.object` }, `must be "${object}"`);
  const type = textAt({ value: given['type'], path: `${at.path}.type` });
  if (type === undefined || (expected !== undefined && type !== expected))
    throw refuse(
      { value: type, path: `${at.path}.type` },
      expected === undefined ? 'is missing' : `must be "${expected}"`,
    );
  return type;
}

/** A reference as the address that means it in Markdown. Throws validation_failed. */
export function urlOf(at: At): string {
  const ref: At = { value: memberOf(at, 'data')['ref'], path: `${at.path}.data.ref` };
  const url = addressOf(dataOf(ref));
  if (url === null) throw refuse(ref, 'must be { kind: "url", url }, or name a page, an anchor or a file of the space');
  return url;
}

/** Null for what Markdown has no address for. */
function addressOf({ kind, url, page, anchor, file }: Readonly<Record<string, unknown>>): string | null {
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
