/** Namespace of XLIFF 2.0 to 2.1: https://docs.oasis-open.org/xliff/xliff-core/v2.1/ */
export const xliffNamespace = 'urn:oasis:names:tc:xliff:document:2.0';

/** Namespace of the Glossary module. */
export const glossaryNamespace = 'urn:oasis:names:tc:xliff:glossary:2.0';

/** Ids of the units for the title and the description of a page. */
export const titleUnit = 'title';
export const descriptionUnit = 'description';

/** Prefix of the ids of units that are not translated, before their number. */
export const keptPrefix = 'n';

export const isKeptUnit = (id: string): boolean => /^n\d+$/.test(id);
