/** Namespace of XLIFF 2.0 to 2.1: https://docs.oasis-open.org/xliff/xliff-core/v2.1/ */
export const xliffNamespace = 'urn:oasis:names:tc:xliff:document:2.0';

/** Namespace of its Glossary module. */
export const glossaryNamespace = 'urn:oasis:names:tc:xliff:glossary:2.0';

/** Ids of the units of what a page has beside its text. */
export const titleUnit = 'title';
export const descriptionUnit = 'description';

/** Ids of units that are not translated begin with it, followed by their number. */
export const keptPrefix = 'n';

export const isKeptUnit = (id: string): boolean => /^n\d+$/.test(id);
