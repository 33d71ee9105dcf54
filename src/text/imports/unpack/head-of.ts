import { DomainError } from '../../../lib/errors.ts';
import type { ArchiveEntry } from './zip.ts';

/** The first characters of a text; none of one that is damaged, which is noted when it is read itself. */
export function headOf(entry: ArchiveEntry, maxBytes: number): string {
  try {
    return entry.body.toString('utf8', 0, maxBytes).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof DomainError) return '';
    throw error;
  }
}
