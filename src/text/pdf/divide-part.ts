import type { PrintPart } from './document.ts';
import { plainPart, splitInHalves } from './parts.ts';
import { writtenPart, type WrittenPart } from './write-parts.ts';

/**
 * Divides the JSON of a part that the compiler refused into two halves. Returns one part of plain text below a note
 * when it is a single block, or when `mayDivide` is false.
 */
export function dividePart(json: string, mayDivide: boolean): WrittenPart[] {
  const part = JSON.parse(json) as PrintPart;
  const halves = mayDivide ? splitInHalves(part) : null;
  return (halves ?? [plainPart(part)]).map(writtenPart);
}
