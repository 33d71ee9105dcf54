import { regionsOf } from '../../../lib/diff3.ts';

interface Change {
  /** The block as it was read, serialized. */
  readonly base: string;
  /** The block as it was read, in its own spelling. */
  readonly source: string;
  /** The changed block, serialized. */
  readonly written: string;
}

/** Words, blanks and marks, which are compared one by one. */
const token = /[\p{L}\p{N}]+|[^\S\n]+|\n|./gsu;

/** Longer texts are compared by lines. */
const maxTokens = 20_000;

/**
 * Applies the change from `base` to `written` to the source, whose syntax differs. Where both differ from the base,
 * the change wins.
 */
export function mergeChange({ base, source, written }: Change): string {
  if (base === source) return written;
  const pieces = (text: string): string[] =>
    base.length + source.length + written.length > maxTokens ? text.split(/(?<=\n)/) : (text.match(token) ?? []);
  const texts = { base: pieces(base), main: pieces(source.replaceAll('\r\n', '\n')), changeRequest: pieces(written) };
  const merged = regionsOf(texts)
    .map((region) => {
      if (region.from !== 'both') return texts[region.from].slice(region.lines.start, region.lines.end).join('');
      const part = (name: 'base' | 'main' | 'changeRequest') =>
        texts[name].slice(region[name].start, region[name].end).join('');
      return together({ base: part('base'), source: part('main'), written: part('changeRequest') });
    })
    .join('');
  return source.includes('\r\n') ? merged.replaceAll('\n', '\r\n') : merged;
}

/**
 * Merges a part that the source spells differently. Text that the change only adds before or after it is added to the
 * source's spelling.
 */
function together({ base, source, written }: Change): string {
  if (written.startsWith(base)) return source + written.slice(base.length);
  if (written.endsWith(base)) return written.slice(0, written.length - base.length) + source;
  return written;
}
