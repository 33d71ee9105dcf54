import { readFolder, stemOf } from '../unpack/source-path.ts';

/** Returns the name of a file or folder without its extension, and without a number that only orders it. */
export type NameInTree = (path: string) => string;

/**
 * Finds the numbers that order siblings, such as `01-install` and `02-use`. Every other number is part of a name: of a
 * date (`2024-01-15`), a version (`4.10`), a document (`0007-cache`), a status (`404-not-found`), or a title
 * (`3-things-to-know` alone in its folder).
 */
export function siblingNames(paths: Iterable<string>): NameInTree {
  const folders = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const path of paths)
    for (let one = path; one !== '' && !seen.has(one); one = readFolder(one)) {
      seen.add(one);
      const siblings = folders.get(readFolder(one)) ?? [];
      siblings.push(one);
      folders.set(readFolder(one), siblings);
    }
  const names = new Map([...folders.values()].flatMap(namesInFolder));
  return (path) => names.get(path) ?? stemOf(path);
}

/** A number of up to three digits before a name. */
const ordering = /^(\d{1,3})([-_. )、]+)(?=\S)/;

interface NumberedName {
  readonly path: string;
  readonly digits: string;
  readonly name: string;
  /** Whether a second number follows, as in a date, a version or `02-10-minute-tour`. */
  readonly isDouble: boolean;
}

const readNumbered = (path: string): NumberedName[] => {
  const stem = stemOf(path);
  const [head = '', digits, mark = ''] = ordering.exec(stem) ?? [];
  if (digits === undefined) return [];
  const name = stem.slice(head.length);
  const isDouble = /^\d+(?:[-_. )]|$)/.test(name);
  // A number after a point and no space is one of a version.
  return isDouble && mark === '.' ? [] : [{ path, digits, name, isDouble }];
};

/** The names of the siblings whose numbers order them. */
function namesInFolder(paths: readonly string[]): (readonly [string, string])[] {
  const numbered = paths.flatMap(readNumbered);
  const plain = withoutStatuses(numbered.filter(({ isDouble }) => !isDouble));
  if (!isOrder(plain)) return [];
  const taken = new Set(plain.map(({ digits }) => Number(digits)));
  const widths = new Set(plain.map(({ digits }) => digits.length));
  const between = numbered.filter(
    ({ isDouble, digits }) => isDouble && widths.has(digits.length) && !taken.has(Number(digits)),
  );
  const all = [...plain, ...between];
  return (isOrder(all) ? all : plain).map(({ path, name }) => [path, name] as const);
}

/** Without numbers of three digits that do not continue shorter ones: `404-not-found` beside `01-intro`. */
function withoutStatuses(numbered: readonly NumberedName[]): readonly NumberedName[] {
  const short = numbered.filter(({ digits }) => digits.length < 3).map(({ digits }) => Number(digits));
  if (short.length === 0) return numbered;
  const next = Math.max(...short) + 10;
  return numbered.filter(({ digits }) => digits.length < 3 || Number(digits) <= next);
}

/** An order begins at 0 or 1, or gives each name one number and counts in fives or tens, or has few gaps. */
function isOrder(numbered: readonly NumberedName[]): boolean {
  const numbers = numbered.map(({ digits }) => Number(digits));
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  if (min <= 1) return true;
  if (numbers.length < 2 || repeatNames(numbered)) return false;
  return numbers.every((number) => number % 5 === 0) || max - min < 2 * numbers.length;
}

/** Whether several numbers stand before one name, which therefore needs them: `5-minute-tour` and `10-minute-tour`. */
function repeatNames(numbered: readonly NumberedName[]): boolean {
  const numbers = new Map(numbered.map(({ name, digits }) => [name, Number(digits)]));
  return numbered.some(({ name, digits }) => numbers.get(name) !== Number(digits));
}
