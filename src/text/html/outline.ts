import type { OutlineEntry } from './compiled-text.ts';

/** A heading with its depth in the source, or where those of an included text stand. */
export type OutlineHeading =
  | { readonly id: string; readonly depth: number; readonly title: string }
  | { readonly include: number };

/** Number of levels of an outline. */
const maxLevels = 2;

/**
 * Selects the headings of the first two levels that a text has, whichever they are. A first heading that is the only one of
 * its level is above all others, so there are two levels below it.
 */
export function selectOutline(headings: readonly OutlineHeading[]): OutlineEntry[] {
  const depths = headings.flatMap((one) => ('include' in one ? [] : [one.depth]));
  const levels = [...new Set(depths)].toSorted((one, other) => one - other);
  const [first = 0] = levels;
  const isLone = depths[0] === first && depths.filter((depth) => depth === first).length === 1 && levels.length > 1;
  return headings.flatMap((one): OutlineEntry[] => {
    if ('include' in one) return [one];
    const level = levels.indexOf(one.depth) + 1;
    return level <= maxLevels + (isLone ? 1 : 0) ? [{ ...one, depth: level as 1 | 2 | 3 }] : [];
  });
}
