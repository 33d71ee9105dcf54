import { fieldOperations } from './fields.ts';
import type { Operation } from './operation.ts';
import { listOperations, readOperations, singleOperations } from './reads.ts';
import { writeOperations } from './writes.ts';

/** The operations that are measured. */
export const operations = (): Operation[] => [
  ...listOperations(),
  ...singleOperations(),
  ...fieldOperations,
  ...readOperations,
  ...writeOperations,
];
