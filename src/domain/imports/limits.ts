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

const mebibyte = 1024 * 1024;

export const importLimits: ImportLimits = {
  maxEntries: 2000,
  maxTotalBytes: 100 * mebibyte,
  maxRatio: 100,
  ratioFloorBytes: mebibyte,
  maxDocumentBytes: 2 * mebibyte,
  maxTextBytes: 20 * mebibyte,
  maxFileBytes: 20 * mebibyte,
};
