import type { PageWriter } from './page-writer.ts';

/** Context in which a block is written. */
export interface BlockContext {
  readonly writer: PageWriter;
  /** Number of enclosing containers. */
  readonly depth: number;
}
