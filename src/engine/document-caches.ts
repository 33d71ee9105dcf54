import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Run } from './compile.ts';

/**
 * What a document keeps in memory, measured by `bench/documents.ts` and rounded up: 140 to 540 bytes for each token of its
 * syntax tree, and up to 3,700 for each field of its compiled function.
 */
const bytesPerToken = 550;
const bytesPerField = 4_000;
const bytesOfOne = 4_000;

const maxDocumentBytes = 24 * 1_048_576;
const maxCompiledBytes = 24 * 1_048_576;

/**
 * Uses after which a document is compiled. Compiling costs as much time as some twenty executions and three times the
 * memory of the syntax tree, so a caller who sends ever new documents gets none compiled.
 */
export const usesPerCompilation = 20;

/** The memory that a syntax tree takes with its text. */
export const bytesOfDocument = (text: string, { tokenCount = 0 }: DocumentNode): number =>
  bytesOfOne + 2 * text.length + bytesPerToken * tokenCount;

/** Valid operations by their text. */
export const createOperationCache = <Operation extends { readonly bytes: number }>() =>
  new LRUCache<string, Operation>({
    maxSize: maxDocumentBytes,
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length,
  });

/** Compiled functions. A document whose function was evicted is compiled again after as many uses as the first time. */
export interface CompiledCache {
  get(document: DocumentNode): Run | undefined;
  /** Whether a function of so many fields is small enough to be kept beside others. */
  holds(fields: number): boolean;
  set(document: DocumentNode, run: Run, fields: number): void;
}

export function createCompiledCache(): CompiledCache {
  const kept = new LRUCache<DocumentNode, Run>({ maxSize: maxCompiledBytes });
  const bytesOf = (fields: number) => bytesOfOne + bytesPerField * fields;
  return {
    get: (document) => kept.get(document),
    holds: (fields) => bytesOf(fields) <= maxCompiledBytes / 4,
    set: (document, run, fields) => void kept.set(document, run, { size: bytesOf(fields) }),
  };
}
