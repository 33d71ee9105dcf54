import { type ArchiveEntry, measureSize } from './zip.ts';

const maxConfigBytes = 1_048_576;

/** The text of a configuration; empty for one that is too large, which then configures nothing. Throws import_refused when it is damaged. */
export const readConfigText = (entry: ArchiveEntry): string =>
  measureSize(entry) > maxConfigBytes ? '' : entry.body.toString().replace(/^\uFEFF/, '');
