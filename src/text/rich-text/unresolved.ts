/**
 * The key of a block that is the source of an include without a target. Members see it in the document; readers see nothing. A
 * symbol, so that it is in no JSON and in no hash.
 */
export const unresolved = Symbol('unresolved');
