import type { PrintPart } from '../../infra/pdf/document.ts';
import { filesOf, plainPart, splitInHalves } from './parts.ts';
import type { WrittenPart } from './write-parts.ts';

export interface DividedPart {
  readonly parts: readonly WrittenPart[];
  /** Whether the only part is plain text. */
  readonly isPlain: boolean;
}

/**
 * Divides the JSON of a part that the compiler refused into halves. Converts it to plain text below a note when it is a
 * single block, or when `mayDivide` is false.
 */
export function dividePart(json: string, mayDivide: boolean): DividedPart {
  const part = JSON.parse(json) as PrintPart;
  const halves = mayDivide ? splitInHalves(part) : null;
  if (halves === null) return { parts: [{ json: JSON.stringify(plainPart(part)), files: [] }], isPlain: true };
  return { parts: halves.map((half) => ({ json: JSON.stringify(half), files: [...filesOf(half)] })), isPlain: false };
}
