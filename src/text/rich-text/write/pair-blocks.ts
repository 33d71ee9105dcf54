import type { Block } from '../document.ts';

/** A block that became another, or blocks that gave way to others. */
export type PairedBlocks<Wanted> =
  | { readonly kind: 'same'; readonly before: Block; readonly after: Wanted }
  | {
      readonly kind: 'other';
      readonly removed: readonly Block[];
      readonly added: readonly Wanted[];
      /** Index of the sibling that follows the removed ones. */
      readonly next: number;
    };

/**
 * Pairs blocks of a source with those that stand in their place: each with the next one of its type that has most of its words.
 * `from` is the index of the first one among its siblings.
 */
export function pairBlocks<Wanted extends { readonly value: unknown }>(
  removed: readonly Block[],
  added: readonly Wanted[],
  from: number,
): PairedBlocks<Wanted>[] {
  const pairs: PairedBlocks<Wanted>[] = [];
  const isEven = removed.length === added.length;
  let at = 0;
  let open: Wanted[] = [];
  const close = (end: number) => {
    if (end > at || open.length > 0)
      pairs.push({ kind: 'other', removed: removed.slice(at, end), added: open, next: from + end });
    at = end;
    open = [];
  };
  for (const [index, after] of added.entries()) {
    const { type } = after.value as Partial<Block>;
    const place = removed.findIndex(
      (block, other) =>
        other >= at && block.type === type && (isEven ? other === index : isSimilar(block, after.value)),
    );
    const before = removed[place];
    if (!before) {
      open.push(after);
      continue;
    }
    close(place);
    pairs.push({ kind: 'same', before, after });
    at = place + 1;
  }
  close(removed.length);
  return pairs;
}

/** Whether two blocks have half of their words in common. */
function isSimilar(one: Block, other: unknown): boolean {
  const [words, others] = [wordsIn(one), wordsIn(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  return common * 2 > Math.max(words.size, others.size);
}

function wordsIn(value: unknown, words = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) wordsIn(one, words);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      if (name === 'source' || name === 'key') continue;
      if (name === 'text' && typeof member === 'string')
        for (const word of member.match(/[\p{L}\p{N}]+/gu) ?? []) words.add(word);
      else wordsIn(member, words);
    }
  return words;
}
