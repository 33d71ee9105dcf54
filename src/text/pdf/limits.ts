/** Maximum number of content pages in a PDF. See docs/reference/limits.md. */
export const maxPages = 2_000;

/** Maximum size of a PDF, and of its images, in bytes. */
export const maxPdfBytes = 100 * 1024 * 1024;
export const maxImagesBytes = 50 * 1024 * 1024;

/** Size of a batch of texts that is read and written together, in characters. A single page may exceed it. */
export const batchCharacters = 400_000;

/** Size of the JSON of a part in characters, about 250 sheets, and maximum number of items of one block in it. */
export const partCharacters = 1_000_000;
export const pieceItems = 500;

/** Maximum length of all texts included by one page, in characters. */
export const maxIncludedCharacters = 1_000_000;

/** Maximum length of the source of a diagram that is drawn, in characters. Longer ones are printed as code. */
export const maxDiagramLength = 5_000;

/** Maximum number of pixels of a printed image. Each takes four bytes when decoded. */
export const maxImagePixels = 40_000_000;

/** Limit of the computing time for writing a batch of pages in a worker, in milliseconds. */
export const maxWriteMs = 30_000;

/** Maximum number of cells of a table, including cells added to complete its rows. */
export const maxTableCells = 20_000;

/**
 * Maximum estimated number of lines of a table row that is kept on one sheet: about half a sheet, because columns
 * differ.
 */
export const maxWholeLines = 30;

/**
 * Limits of the compiler for one part: computing time in milliseconds, and memory in bytes. A part that exceeds them is
 * divided.
 */
export const maxRenderMs = 50_000;
export const maxRenderBytes = 480_000_000;

/** Limit of the computing time for joining the parts, in milliseconds. */
export const maxJoinMs = 300_000;

/** Time in milliseconds after which failing parts are printed as plain text without being divided further. */
export const maxDividingMs = 600_000;

/** Maximum nesting depth of containers. Deeper content is printed as plain text. */
export const maxDepth = 8;

/** Length of a word, in characters, from which a line may break anywhere in it. */
export const maxUnbreakableLength = 60;
export const maxCodeColumns = 90;

/** Maximum length of a highlighted code block, in characters. */
export const maxHighlightedLength = 100_000;
