/** Maximum number of operations, and of schemas, in a specification. See docs/reference/limits.md. */
export const maxSpecOperations = 10_000;
export const maxSpecSchemas = 10_000;

/** Maximum depth of objects and arrays in a file. */
export const maxSpecDepth = 200;

/** Maximum number of pages generated from a specification. Further tags share the last page. */
export const maxSpecPages = 500;

/** Maximum number of operations on all pages, where one with several tags counts as often as it is shown. */
export const maxShownOperations = 20_000;

/** Maximum size of all files with their YAML aliases written out, in characters. */
export const maxExpandedCharacters = 67_108_864;
