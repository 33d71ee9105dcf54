import type { Operation } from './operation.ts';
import { listOperations, readOperations } from './reads.ts';
import { writeOperations } from './writes.ts';

/** The operations that are measured. */
export const operations = (): Operation[] => [...listOperations(), ...readOperations, ...writeOperations];
