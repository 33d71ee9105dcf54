/** What an import may weigh. Quality B5, B6; decisions, "Import". */
export interface ImportLimits {
  /** Entries of an archive, folders included. */
  readonly maxEntries: number;
  /** All entries of an archive, inflated. */
  readonly maxTotalBytes: number;
  /** Inflated to deflated size, for entries above `ratioFloorBytes`. */
  readonly maxRatio: number;
  readonly ratioFloorBytes: number;
  /** One page: what the Markdown and HTML parsers are given at most. */
  readonly maxDocumentBytes: number;
  /** All pages of an import. */
  readonly maxTextBytes: number;
  /** One file. */
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
