import { failure, type ErrorDetail } from '../lib/errors.ts';

export interface Issue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
  readonly code?: unknown;
}

/** Converts the issues of argument validation to one validation_failed error, with a detail for each issue. */
export function validationFailed(result: { readonly issues: readonly Issue[] }): Error {
  const details = result.issues.map(detailOf);
  const [first] = details;
  return failure('validation_failed', first ? `${first.path}: ${first.message}` : 'The request is not valid', {
    details,
  });
}

/** An issue with its place below the value that was checked. */
export function detailOf(issue: Issue): ErrorDetail {
  const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return {
    path: path.join('.'),
    rule: typeof issue.code === 'string' ? issue.code : 'invalid',
    message: issue.message,
  };
}
