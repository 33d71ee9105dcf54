/** Maximum length of a file path in an archive or a repository, in bytes. A longer path is replaced by the id. */
export const maxPathBytes = 200;

/** Maximum length of front matter, in characters. Parsers of front matter stop at 65,536. */
export const maxMatterLength = 60_000;
