/** Largest archive. */
export const maxExportBytes = 2_000_000_000;

/** Pages whose texts and links are read at once. */
export const pagesAtOnce = 50;

/** Rows of comments and change requests that are read at once. */
export const rowsAtOnce = 500;

/** Longest path of a file in an archive, in bytes; longer ones are named by their id. */
export const maxPathBytes = 200;

/** Longest front matter that is written in full, in characters; readers of front matter stop at 65,536. */
export const maxMatterLength = 60_000;
