import { type Config, readConfig } from '../../config.ts';

/** Limits of one import. See docs/reference/imports.md. */
export interface ImportLimits {
  /** Entries of an archive, including folders. */
  readonly maxEntries: number;
  /** Uncompressed size of all entries of an archive. */
  readonly maxTotalBytes: number;
  /** Ratio of uncompressed to compressed size, for entries above `ratioFloorBytes`. */
  readonly maxRatio: number;
  readonly ratioFloorBytes: number;
  /** Source text of one page. */
  readonly maxDocumentBytes: number;
  /** Source texts of all pages. */
  readonly maxTextBytes: number;
  readonly maxFileBytes: number;
}

/** The limits that the settings give. */
export const limitsOf = (config: Config): ImportLimits => ({
  maxEntries: config.IMPORT_MAX_ENTRIES,
  maxTotalBytes: config.IMPORT_MAX_TOTAL_BYTES,
  maxRatio: 100,
  ratioFloorBytes: mebibyte,
  maxDocumentBytes: 2 * mebibyte,
  maxTextBytes: config.IMPORT_MAX_TEXT_BYTES,
  maxFileBytes: config.FILE_MAX_BYTES,
});

const mebibyte = 1024 * 1024;

/** The limits without settings. */
export const importLimits: ImportLimits = limitsOf(readConfig({}));

/** Largest source that is no archive, in bytes: it is read into memory. */
export const maxBodyBytes = 25 * mebibyte;
