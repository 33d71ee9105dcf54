/** Maximum number of operations, and of schemas, in a specification. See docs/reference/limits.md. */
export const maxSpecOperations = 10_000;
export const maxSpecSchemas = 10_000;

/** Maximum depth of objects and arrays in a file. */
export const maxSpecDepth = 200;

/** Maximum number of pages generated from a specification. Further tags share the last page. */
export const maxSpecPages = 500;
