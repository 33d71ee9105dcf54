import type * as z from 'zod';
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
function detailOf(issue: Issue): ErrorDetail {
  const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return {
    path: path.join('.'),
    rule: typeof issue.code === 'string' ? (rules[issue.code] ?? issue.code) : 'invalid',
    message: issue.message,
  };
}

/** Rules whose name differs from the code of zod. */
const rules: Readonly<Record<string, string>> = { invalid_type: 'type', invalid_value: 'type' };

/** Returns an error for each part of a value that does not have the form, with its path below the value. */
export function misfits(form: z.ZodType, value: unknown): ErrorDetail[] {
  const { error } = form.safeParse(value, { reportInput: true });
  return (error?.issues ?? []).flatMap(issuesIn).flatMap((issue) => {
    const detail = detailOf(issue);
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownMember(issue, detail.path, key));
    if (issue.input !== undefined || issue.path.length === 0 || issue.code === 'custom') return [detail];
    return [{ ...detail, rule: 'required', message: `"${String(issue.path.at(-1))}" is required` }];
  });
}

type Issues = readonly z.core.$ZodIssue[];

const isAbsent = ({ input }: z.core.$ZodIssue) => input === undefined;

/** How many members of an alternative are absent, less a half for each one that is given. */
const distance = (issues: Issues) => issues.reduce((sum, issue) => sum + (isAbsent(issue) ? 1 : -0.5), 0);

/** Returns the issues of the alternative of a union that the value is meant for, else the issue of the union. */
function issuesIn(issue: z.core.$ZodIssue): Issues {
  if (issue.code !== 'invalid_union') return [issue];
  const ofItsKind = issue.errors.filter((issues) => issues.every(({ path }) => path.length > 0));
  const [meant] = ofItsKind.toSorted((one, other) => distance(one) - distance(other));
  return meant ? meant.flatMap((inner) => issuesIn({ ...inner, path: [...issue.path, ...inner.path] })) : [issue];
}

/** Returns the error for a member that a strict form does not have. */
function unknownMember({ input }: z.core.$ZodIssue, path: string, name: string): ErrorDetail {
  const operation = typeof input === 'object' && input !== null && 'operation' in input ? input.operation : null;
  const what = typeof operation === 'string' ? operation : path.split('.').at(-1);
  return { path: `${path}.${name}`, rule: 'exclusive', message: `${what} does not accept ${name}` };
}
