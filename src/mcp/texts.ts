import type { Listed } from './document.ts';
import type { ToolResult } from '../handmade/mcp/protocol.ts';

/** Maximum number of characters of a title in a list. */
const maxTitle = 120;

/** A title on one line, without control characters. */
export function oneLine(text: string | null): string {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxTitle ? `${line.slice(0, maxTitle - 1).toWellFormed()}…` : line;
}

/** A list with a line or more for each item, and where it goes on. */
export function tellList<Item>(
  what: string,
  { count, edges, pageInfo }: Listed<Item>,
  tell: (item: Item) => string,
): ToolResult {
  if (edges.length === 0) return { texts: [`No ${what}`] };
  const items = edges.map(({ node }) => `- ${tell(node)}`);
  const more = pageInfo.hasNextPage ? [`Go on with "after": "${pageInfo.endCursor}"`] : [];
  return { texts: [`${count} ${what}\n\n${items.join('\n')}`, ...more] };
}

/** The person at a name, for a list. */
export const nameOf = (user: { readonly displayName: string } | null): string =>
  oneLine(user?.displayName ?? 'somebody');

export const indented = (text: string): string => text.replaceAll(/^/gm, '  ');
