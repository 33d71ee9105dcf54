/** Most pages of content in a PDF. See docs/reference/limits.md. */
export const maxPages = 2_000;

/** Largest size of a PDF and of its images. */
export const maxPdfBytes = 100 * 1024 * 1024;
export const maxImagesBytes = 50 * 1024 * 1024;

/** Texts that are read and written at once, in characters; a single page may have more. */
export const batchCharacters = 400_000;

/** Size of the JSON of a part, about 250 sheets, and most items of one block in it. */
export const partCharacters = 1_000_000;
export const pieceItems = 500;

/** Most characters of the texts that one page includes. */
export const maxIncludedCharacters = 1_000_000;

/** Most pixels of a printed image. Each takes four bytes when decoded. */
export const maxImagePixels = 40_000_000;

/** Longest time to write a batch of pages in a worker, in milliseconds. */
export const maxWriteMs = 30_000;

/** Most cells of a table, including those added to fill its rows. */
export const maxTableCells = 20_000;

/** Most lines of a row that stays on one sheet, as far as its texts tell; about half a sheet, because columns differ. */
export const maxWholeLines = 30;

/** Most time (milliseconds) and memory (bytes) of the compiler for a part. A part that takes more is divided. */
export const maxRenderMs = 50_000;
export const maxRenderBytes = 480_000_000;

/** Longest time to join the parts, in milliseconds. */
export const maxJoinMs = 300_000;

/** Milliseconds after which parts that cannot be laid out are printed as plain text without being divided further. */
export const patienceMs = 600_000;

/** Deepest nesting of containers. Deeper content is printed as plain text. */
export const maxDepth = 8;

/** Length of a word after which a line may break anywhere. */
export const maxRun = 60;
export const maxCodeColumns = 90;

/** Longest code block that is highlighted, in characters. */
export const maxColoured = 100_000;
