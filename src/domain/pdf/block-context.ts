import type { PageWriter } from './page-writer.ts';

/** Context of a block. */
export interface BlockContext {
  readonly writer: PageWriter;
  /** Number of enclosing containers. */
  readonly depth: number;
}
