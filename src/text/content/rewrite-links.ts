import type { LinkState } from './changes.ts';

/** What a link becomes: its other members, with another URL if that is written in the text. */
export type ChangedLink = Partial<Omit<LinkState, 'pageId' | 'startsAt' | 'endsAt'>>;

/** A text with its links. */
export interface LinkedText {
  readonly markdown: string;
  readonly links: readonly LinkState[];
}

/**
 * Changes links of a text, and the URLs that it writes for them, without parsing it: the offsets of each are known. Links that
 * share a definition share its place. A link stays as it is for null.
 */
export function rewriteLinks(
  { markdown, links }: LinkedText,
  change: (link: LinkState) => ChangedLink | null,
): LinkedText {
  const changed = links.map((link) => ({ ...link, ...change(link) }));
  const edits = new Map<number, { readonly endsAt: number; readonly url: string }>();
  links.forEach(({ url, startsAt, endsAt }, at) => {
    const next = changed[at]?.url ?? url;
    if (next !== url) edits.set(startsAt, { endsAt, url: next });
  });
  if (edits.size === 0) return { markdown, links: changed };
  const inOrder = [...edits].toSorted(([one], [other]) => one - other);
  const parts: string[] = [];
  const moves: { readonly from: number; readonly by: number }[] = [];
  let [end, by] = [0, 0];
  for (const [startsAt, { endsAt, url }] of inOrder) {
    // Links in one another, such as an image in a link, are apart in the text; what would overlap is left as it is.
    if (startsAt < end) continue;
    parts.push(markdown.slice(end, startsAt), url);
    end = endsAt;
    by += url.length - (endsAt - startsAt);
    moves.push({ from: endsAt, by });
  }
  parts.push(markdown.slice(end));
  const moved = (offset: number) => offset + (moves.findLast(({ from }) => from <= offset)?.by ?? 0);
  return {
    markdown: parts.join(''),
    links: changed.map((link) => ({ ...link, startsAt: moved(link.startsAt), endsAt: moved(link.endsAt) })),
  };
}
