import type { MarkdownBlock } from '../rich-text/markdown.ts';

/** `{% tab title="npm" %}` */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const tagPattern = /^\{% ?([\w-]{1,40})((?: [\w-]+(?:="[^"]{0,2000}")?){0,20}) ?\/?%\}$/;

/** A line that is a tag and nothing else, quotes and spaces before it aside. */
export const tagLine = /^[ \t>]*\{% ?[\w-]{1,40}(?: [\w-]+(?:="[^"]{0,2000}")?){0,20} ?\/?%\}[ \t]*$/;

/** The tag that a paragraph consists of, or null. Read from the source: Markdown would find emphasis in an address. */
export function tagOf(block: MarkdownBlock, markdown: string): Tag | null {
  if (block.type !== 'paragraph') return null;
  const { start, end } = block.position ?? {};
  const found = tagPattern.exec(markdown.slice(start?.offset ?? 0, end?.offset ?? 0).trim());
  if (!found) return null;
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of (found[2] ?? '').matchAll(/ ([\w-]+)(?:="([^"]*)")?/g))
    if (Object.keys(attributes).length < 20 && name !== '__proto__') attributes[name] = value;
  return { name: found[1] ?? '', attributes };
}

/** Where each tag ends that has an end, by the index where it starts; siblings pair up. */
export function endsOfTags(tags: readonly (Tag | null)[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag === null) continue;
    if (!tag.name.startsWith('end')) {
      open.push({ name: tag.name, index });
      continue;
    }
    const at = open.findLastIndex(({ name }) => tag.name === `end${name}`);
    if (at < 0) continue;
    ends.set(open[at]?.index ?? index, index);
    open.length = at;
  }
  return ends;
}
