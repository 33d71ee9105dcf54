import { createHash } from 'node:crypto';

type Json = Readonly<Record<string, unknown>>;

/**
 * Hashes the content of a block, independent of keys and of the order of members. A block that a client sends back is
 * unchanged if its hash equals its digest. Ignores the members named in `without`.
 */
export const contentHash = (node: unknown, without: readonly string[] = []): string =>
  createHash('sha256').update(canonical(node, without)).digest('base64url').slice(0, 14);

function canonical(value: unknown, without: readonly string[]): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, without)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const json = value as Json;
  const isNode = typeof json['object'] === 'string';
  let members = '';
  // Loops and strings, because each block that is written back is hashed several times.
  for (const name of Object.keys(json).toSorted()) {
    const member = json[name];
    if (member === undefined || (isNode && (name === 'key' || without.includes(name)))) continue;
    const text = canonical(isNode && name === 'data' ? withoutSource(member) : member, without);
    if (text !== '{}' && text !== '[]' && text !== 'false') members += `${members === '' ? '' : ','}${name}:${text}`;
  }
  return `{${members}}`;
}

/** The data of a block without its source and without embedded parts of a specification. */
function withoutSource(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const { source: _source, resolved: _resolved, ...own } = data as Json;
  return own;
}
