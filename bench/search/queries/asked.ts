/**
 * What a person would type, and the page that answers it. Queries are written by looking at the pages, never at what an
 * engine finds: one that fails stays.
 */
export type Asked = readonly (readonly [query: string, page: string])[];
