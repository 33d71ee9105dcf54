import { hash } from 'node:crypto';
import { sortedNames } from '../../lib/sorted-names.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Hashes the content of a block, independent of keys and of the order of members. A block that a client sends back is
 * unchanged if its hash equals its digest. Ignores the members named in `without`.
 */
export const contentHash = (node: unknown, without: readonly string[] = []): string =>
  hash('sha256', canonical(node, without, null), 'base64url').slice(0, 14);

/** Loops, strings and no copies, because each block that is written back is hashed several times. */
function canonical(value: unknown, without: readonly string[], isLeftOut: ReadonlySet<string> | null): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, without, null)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const json = value as Json;
  const isNode = typeof json['object'] === 'string';
  let members = '';
  for (const name of sortedNames(json)) {
    const member = json[name];
    if (member === undefined || isLeftOut?.has(name) || (isNode && (name === 'key' || without.includes(name))))
      continue;
    const text = canonical(member, without, isNode && name === 'data' ? derived : null);
    if (text !== '{}' && text !== '[]' && text !== 'false') members += `${members === '' ? '' : ','}${name}:${text}`;
  }
  return `{${members}}`;
}

/** Members of the data of a block that are no content: its source, and embedded parts of a specification. */
export const derived: ReadonlySet<string> = new Set(['source', 'resolved']);
