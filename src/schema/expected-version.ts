import { builder } from './builder.ts';

/** The argument of every change of a thing that counts its versions. */
export const expectedVersionArg = builder.args((t) => ({
  expectedVersion: t.int({ description: 'Refuse when the thing has changed since: its `version`.' }),
}));
