/**
 * What a form may hold that a route with `forms` takes, in the names of @fastify/busboy: files, other fields, and the bytes
 * of the name and of the value of a field. IMPORT_MAX_BYTES limits the file.
 */
export const formLimits = { files: 1, fields: 10, fieldNameSize: 100, fieldSize: 4_096, headerPairs: 20 } as const;
