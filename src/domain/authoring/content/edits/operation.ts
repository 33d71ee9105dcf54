import type * as z from 'zod';
import { invalid } from '../../../../lib/errors.ts';
import type { UpdateContentInput } from '../inputs.ts';
import { members, nullable } from './operation-members.ts';

/** One operation of a request; `operation` decides which other members it takes. An omitted value is kept. */
export type ContentOperation = z.output<typeof UpdateContentInput>['changes'][number];

/** Values of a page to create or update. Null removes a value. */
export type PageValues = Omit<ContentOperation, 'operation'>;

/** A text: Markdown, or a JSON document that is converted to Markdown. */
export type TextInput = NonNullable<PageValues['document']>;

/** A reference; `kind` decides which other members it needs. */
export type ReferenceInput = NonNullable<PageValues['target']>;

export type FileInput = NonNullable<ContentOperation['files']>[number];

type Member = Exclude<keyof ContentOperation, 'operation'>;

/** Throws validation_failed for a member of the operation at `path` that is missing, null or not accepted. */
export function checkMembers(operation: ContentOperation, path: string): void {
  const [required, optional] = members[operation.operation];
  const missing = required.find(
    (name) => operation[name as Member] === undefined || operation[name as Member] === null,
  );
  if (missing !== undefined) throw invalid(`${path}.${missing}`, `"${missing}" is required`, 'required');
  for (const [name, value] of Object.entries(operation)) {
    if (name === 'operation' || value === undefined) continue;
    if (!required.includes(name) && !optional.includes(name))
      throw invalid(`${path}.${name}`, `${operation.operation} does not accept ${name}`, 'exclusive');
    if (value === null && !nullable.has(name)) throw invalid(`${path}.${name}`, `${name} must not be null`, 'type');
  }
}
