/** Pages of content in one PDF. Quality B9. */
export const maxPages = 500;

/** Bytes of a finished PDF, of the texts and of the images that go into one. */
export const maxPdfBytes = 50 * 1024 * 1024;
export const maxTextCharacters = 20_000_000;
export const maxImagesBytes = 50 * 1024 * 1024;

/** Pixels of an image that is shown; decoded, each takes four bytes. */
export const maxImagePixels = 40_000_000;

/** Longest run of the compiler, in milliseconds, and its memory in bytes. */
export const maxRenderMs = 50_000;
export const maxRenderBytes = 1_000_000_000;

/** Containers in containers; what lies deeper comes as its text. */
export const maxDepth = 8;

/** Characters without a space after which a line may break anywhere. */
export const maxRun = 60;
export const maxCodeColumns = 90;

/** Characters of a code block up to which it is coloured. */
export const maxColoured = 100_000;
