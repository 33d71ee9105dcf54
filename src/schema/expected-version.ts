import { builder } from './builder.ts';

/** Argument of every mutation of a resource that has a `version`. */
export const expectedVersionArg = builder.args((t) => ({
  expectedVersion: t.int({
    description:
      'The `version` that the caller expects. If the object has another version, the mutation fails with `precondition_failed`.',
  }),
}));
