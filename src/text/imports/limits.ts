import type * as z from 'zod';
import { Settings } from '../../settings.ts';

/** Limits of one import. See docs/reference/imports.md. */
export interface ImportLimits {
  /** Number of entries of an archive, including folders. */
  readonly maxEntries: number;
  /** Uncompressed size of all entries of an archive, in bytes. */
  readonly maxTotalBytes: number;
  /**
   * Ratio of uncompressed to compressed size, for entries above `ratioFloorBytes` and archives above `totalRatioFloorBytes`. JSON and
   * SVG that programs write can exceed it in smaller files; a bomb does no harm below them.
   */
  readonly maxRatio: number;
  readonly ratioFloorBytes: number;
  readonly totalRatioFloorBytes: number;
  /** Size of the source text of one page, in bytes. */
  readonly maxDocumentBytes: number;
  /** Size of the source texts of all pages, in bytes. */
  readonly maxTextBytes: number;
  readonly maxFileBytes: number;
}

/** Creates the limits from the settings. */
export const readLimits = (settings: z.infer<typeof Settings>): ImportLimits => ({
  maxEntries: settings.IMPORT_MAX_ENTRIES,
  maxTotalBytes: settings.IMPORT_MAX_TOTAL_BYTES,
  maxRatio: 100,
  ratioFloorBytes: 10 * mebibyte,
  totalRatioFloorBytes: 64 * mebibyte,
  maxDocumentBytes: 2 * mebibyte,
  maxTextBytes: settings.IMPORT_MAX_TEXT_BYTES,
  maxFileBytes: settings.FILE_MAX_BYTES,
});

const mebibyte = 1024 * 1024;

/** The limits with default settings. */
export const importLimits: ImportLimits = readLimits(Settings.parse({}));

/** Maximum size of a source other than an archive, in bytes. It is read into memory. */
export const maxBodyBytes = 25 * mebibyte;
