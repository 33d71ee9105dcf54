import { DomainError } from '../../../lib/errors.ts';
import { type ArchiveEntry, measureSize } from './zip.ts';

const maxConfigBytes = 1_048_576;

/** The text of a configuration; empty for one that is damaged or too large, which then configures nothing. */
export function readConfigText(entry: ArchiveEntry): string {
  if (measureSize(entry) > maxConfigBytes) return '';
  try {
    return entry.body.toString().replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof DomainError) return '';
    throw error;
  }
}
