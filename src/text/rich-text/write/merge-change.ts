import { listRegions } from '../../../lib/diff3.ts';

interface Change {
  /** The original block, serialized in canonical syntax. */
  readonly base: string;
  /** The original block in the author's syntax. */
  readonly source: string;
  /** The changed block, serialized in canonical syntax. */
  readonly written: string;
}

/** Tokens of the comparison: words, blanks and punctuation. */
const token = /[\p{L}\p{N}]+|[^\S\n]+|\n|./gsu;

/** Maximum length of texts that are compared by tokens. Longer texts are compared by lines, and changed lines by tokens. */
const maxTokens = 20_000;

/**
 * Applies the change from `base` to `written` to the source, which has a different syntax. Where both differ from the
 * base, the change wins.
 */
export function mergeChange({ base, source, written }: Change): string {
  if (base === source) return written;
  const isLong = base.length + source.length + written.length > maxTokens;
  const pieces = (text: string): string[] => (isLong ? text.split(/(?<=\n)/) : (text.match(token) ?? []));
  const texts = { base: pieces(base), main: pieces(source.replaceAll('\r\n', '\n')), changeRequest: pieces(written) };
  const merged = listRegions(texts)
    .map((found) => {
      if (found.from !== 'both') return texts[found.from].slice(found.lines.start, found.lines.end).join('');
      const part = (name: 'base' | 'main' | 'changeRequest') =>
        texts[name].slice(found[name].start, found[name].end).join('');
      const region = { base: part('base'), source: part('main'), written: part('changeRequest') };
      const isShort = region.base.length + region.source.length + region.written.length <= maxTokens;
      return isLong && isShort ? mergeChange(region) : mergeRegion(region);
    })
    .join('');
  return source.includes('\r\n') ? merged.replaceAll('\n', '\r\n') : merged;
}

/**
 * Merges a part whose syntax differs in the source. Text that the change only adds before or after it is added to the
 * source.
 */
function mergeRegion({ base, source, written }: Change): string {
  if (written.startsWith(base)) return source + written.slice(base.length);
  if (written.endsWith(base)) return written.slice(0, written.length - base.length) + source;
  return written;
}
