/**
 * Limits of the forms of routes with `forms`, by the names of @fastify/busboy: numbers of files and other fields, and
 * bytes of the name and value of a field. IMPORT_MAX_BYTES limits the file.
 */
export const formLimits = { files: 1, fields: 10, fieldNameSize: 100, fieldSize: 4_096, headerPairs: 20 } as const;
