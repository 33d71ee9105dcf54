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
  const isNode = typeof (value as Json)['object'] === 'string';
  const members = Object.entries(value as Json)
    .filter(([name, member]) => member !== undefined && !(isNode && (name === 'key' || without.includes(name))))
    .map(
      ([name, member]) =>
        [name, canonical(name === 'data' && isNode ? withoutSource(member) : member, without)] as const,
    )
    .filter(([, text]) => text !== '{}' && text !== '[]' && text !== 'false')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, text]) => `${name}:${text}`).join()}}`;
}

/** The data of a block without its source and without embedded parts of a specification. */
function withoutSource(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const { source: _source, resolved: _resolved, ...own } = data as Json;
  return own;
}
