import { failure } from '../../lib/errors.ts';
import { slugOf } from '../../lib/slugs.ts';
import { maxPathLength } from './fields.ts';

interface Pathed {
  readonly id: string;
  readonly path: string;
}

/** A path made from a title that none of the siblings has: `guide`, `guide-1`, `guide-2`… */
export function freePath(title: string, taken: ReadonlySet<string>): string {
  const start = slugOf(title).toLowerCase();
  for (let count = 0; ; count += 1) {
    const suffix = count === 0 ? '' : `-${count}`;
    const path = `${start.slice(0, maxPathLength - suffix.length)}${suffix}`;
    if (!taken.has(path)) return path;
  }
}

/** The paths of siblings, without that of one of them. */
export const pathsOf = (siblings: readonly Pathed[], exceptId?: string): ReadonlySet<string> =>
  new Set(siblings.filter(({ id }) => id !== exceptId).map(({ path }) => path));

/** A path as it is stored. Throws already_exists when a sibling has it. */
export function requireFreePath(path: string, siblings: readonly Pathed[], id: string): string {
  const wanted = path.toLowerCase();
  if (!pathsOf(siblings, id).has(wanted)) return wanted;
  throw failure('already_exists', `The path "${wanted}" is taken`, {
    details: [{ path: 'input.path', rule: 'unique', message: 'is taken' }],
  });
}
