/** Two equal lines of two texts, by their index. */
export type LinePair = [base: number, side: number];

interface Axis {
  /** Index in a `LinePair`: 0 for the base, 1 for the side. */
  readonly at: 0 | 1;
  readonly lines: readonly string[];
}

/**
 * Moves changes to where Git places them. A run of inserted or deleted lines followed by its own first line can also
 * start one line lower. Changes are moved down as far as possible and joined with those they meet, then moved up to a
 * change of the other text, so that both become one replacement. Equal edits are thus found in equal places, whatever
 * the shortest script is. `pairs` are the unchanged lines in order; they are changed in place.
 */
export function slideChanges(base: readonly string[], side: readonly string[], pairs: LinePair[]): void {
  slideAlong({ at: 0, lines: base }, { at: 1, lines: side }, pairs);
  slideAlong({ at: 1, lines: side }, { at: 0, lines: base }, pairs);
}

/** Slides the changes of one text. A change lies in the gap before the pair of the same number. */
function slideAlong(own: Axis, other: Axis, pairs: LinePair[]): void {
  const { at, lines } = own;
  const startOf = (gap: number, axis: Axis) => (pairs[gap - 1]?.[axis.at] ?? -1) + 1;
  const readEnd = (gap: number, axis: Axis) => pairs[gap]?.[axis.at] ?? axis.lines.length;
  const measureSize = (gap: number, axis: Axis) => readEnd(gap, axis) - startOf(gap, axis);
  /** Exchanges the line above a change with the equal last line of the change. False when they differ. */
  const moveUp = (gap: number) => {
    const above = pairs[gap - 1];
    const last = readEnd(gap, own) - 1;
    if (!above || lines[above[at]] !== lines[last]) return false;
    above[at] = last;
    return true;
  };
  const moveDown = (gap: number) => {
    const below = pairs[gap];
    const first = startOf(gap, own);
    if (!below || lines[below[at]] !== lines[first]) return false;
    below[at] = first;
    return true;
  };
  for (let gap = 0; gap <= pairs.length; gap += 1) {
    if (measureSize(gap, own) === 0) continue;
    let facing: number | null = null;
    for (let size = -1; size !== measureSize(gap, own);) {
      size = measureSize(gap, own);
      while (moveUp(gap)) gap -= 1;
      facing = measureSize(gap, other) > 0 ? gap : null;
      while (moveDown(gap)) {
        gap += 1;
        if (measureSize(gap, other) > 0) facing = gap;
      }
    }
    if (facing === null) continue;
    while (gap > facing && moveUp(gap)) gap -= 1;
  }
}
