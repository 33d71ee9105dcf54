import { readFolder, stemOf } from '../unpack/source-path.ts';

/** Returns the name of a file or folder without its extension, and without a number that only orders it. */
export type NameInTree = (path: string) => string;

/**
 * Finds the numbers that order siblings, such as `01-install` and `02-use`. Every other number is part of a name: of a
 * date (`2024-01-15`), a version (`4.10`), a document (`0007-cache`), or a title (`3-things-to-know` alone in its folder).
 */
export function siblingNames(paths: Iterable<string>): NameInTree {
  const numbers = new Map<string, Set<number>>();
  const seen = new Set<string>();
  for (const path of paths)
    for (let one = path; one !== '' && !seen.has(one); one = readFolder(one)) {
      seen.add(one);
      const number = ordering.exec(stemOf(one))?.[1];
      if (number === undefined) continue;
      const siblings = numbers.get(readFolder(one)) ?? new Set();
      numbers.set(readFolder(one), siblings.add(Number(number)));
    }
  const ordered = new Set([...numbers].flatMap(([folder, found]) => (isOrder([...found]) ? [folder] : [])));
  return (path) => (ordered.has(readFolder(path)) ? stemOf(path).replace(ordering, '') : stemOf(path));
}

/** A number of up to three digits before a name. A second number makes it a date or a version. */
const ordering = /^(\d{1,3})[-_. )]+(?!\d+(?:[-_. )]|$))(?=\S)/;

/** An order begins at 0 or 1, counts in fives or tens, or has few gaps. */
function isOrder(numbers: readonly number[]): boolean {
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  if (min <= 1) return true;
  return numbers.length > 1 && (numbers.every((number) => number % 5 === 0) || max - min < 2 * numbers.length);
}
