import { failure } from '../../../lib/errors.ts';
import { slugOf } from '../../../lib/slugs.ts';
import { maxPathLength } from './fields.ts';

export interface PartWithPath {
  readonly id: string;
  readonly path: string;
}

/** Generates a path from a title that is unique among siblings. */
export function generatePath(title: string, taken: ReadonlySet<string>): string {
  const pathOf = pathsFrom(title);
  for (let count = 0; ; count += 1) {
    const path = pathOf(count);
    if (!taken.has(path)) return path;
  }
}

/** Returns a function that gives the paths that a title may have, by number: `guide`, `guide-1`, `guide-2`… */
export function pathsFrom(title: string): (count: number) => string {
  const start = slugOf(title).toLowerCase();
  return (count) => {
    const suffix = count === 0 ? '' : `-${count}`;
    return `${start.slice(0, maxPathLength - suffix.length)}${suffix}`;
  };
}

/** The paths of siblings, except that of `exceptId`. */
export const listPaths = (siblings: readonly PartWithPath[], exceptId?: string): ReadonlySet<string> =>
  new Set(siblings.filter(({ id }) => id !== exceptId).map(({ path }) => path));

/** Normalizes a path. Throws already_exists when a sibling has it. */
export function requireFreePath(path: string, siblings: readonly PartWithPath[], id: string): string {
  const wanted = path.toLowerCase();
  if (!listPaths(siblings, id).has(wanted)) return wanted;
  throw failure('already_exists', `The path "${wanted}" is taken`, {
    details: [{ path: 'input.path', rule: 'unique', message: 'is taken' }],
  });
}
