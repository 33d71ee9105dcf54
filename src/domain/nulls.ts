import { failure } from '../lib/errors.ts';

/** Throws validation_failed with a detail for each of the fields that is null. Accepts omitted fields. */
export function refuseNull<Input extends object>(input: Input, fields: readonly (keyof Input & string)[]): void {
  const details = fields
    .filter((field) => input[field] === null)
    .map((field) => ({ path: `input.${field}`, rule: 'type', message: 'must not be null' }));
  if (details[0]) throw failure('validation_failed', `${details[0].path}: ${details[0].message}`, { details });
}
