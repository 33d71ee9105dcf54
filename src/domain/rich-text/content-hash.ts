import { createHash } from 'node:crypto';

type Json = Readonly<Record<string, unknown>>;

/**
 * Identifies what a block says: equal for equal content, whatever its keys and the order of its members. A block that a
 * caller sends back is unchanged if its hash is the digest it was read with. Members of nodes named in `without` do not
 * count.
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

/** The data of a block without its source and without the parts of a specification that it embeds. */
function withoutSource(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const { source: _source, resolved: _resolved, ...own } = data as Json;
  return own;
}
