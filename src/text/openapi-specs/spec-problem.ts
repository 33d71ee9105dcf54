/** An object in a parsed file. */
export type Json = { [key: string]: unknown };

/** Thrown for an invalid specification. The message is a sentence for its author. */
export class SpecProblem extends Error {}
