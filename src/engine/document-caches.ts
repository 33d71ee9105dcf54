import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Run } from './compile.ts';

/**
 * Memory of a document, in bytes, measured by `bench/documents.ts` and rounded up: 140 to 540 per token of its syntax
 * tree, and up to 3,700 per field of its compiled function.
 */
const bytesPerToken = 550;
const bytesPerField = 4_000;
const bytesOfOne = 4_000;

const maxDocumentBytes = 24 * 1_048_576;
const maxCompiledBytes = 24 * 1_048_576;

/**
 * Number of uses after which a document is compiled. Compiling takes as long as about twenty executions and three times
 * the memory of the syntax tree, so a caller who always sends new documents causes no compilation.
 */
export const usesPerCompilation = 20;

/** Memory of a syntax tree with its text, in bytes. */
export const bytesOfDocument = (text: string, { tokenCount = 0 }: DocumentNode): number =>
  bytesOfOne + 2 * text.length + bytesPerToken * tokenCount;

/** Creates a cache of valid operations by their text. */
export const createOperationCache = <Operation extends { readonly bytes: number }>() =>
  new LRUCache<string, Operation>({
    maxSize: maxDocumentBytes,
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length,
  });

/**
 * Cache of compiled functions. A document whose function was evicted is compiled again after the same number of uses.
 */
export interface CompiledCache {
  get(document: DocumentNode): Run | undefined;
  /** Whether a function with this number of fields is small enough to be cached. */
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
