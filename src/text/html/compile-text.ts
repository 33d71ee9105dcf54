import type { ReadOptions } from '../rich-text/read/document-from-markdown.ts';
import type { CompiledText } from './compiled-text.ts';

export interface CompileOptions extends Omit<ReadOptions, 'keepsSource' | 'page'> {
  /** Whether the text is a reusable content, which stands in the texts of pages. */
  readonly isIncluded?: boolean;
}

/**
 * Compiles Markdown to HTML with slots. The Markdown is what the reader may see: hidden blocks are cut, expressions have their
 * values. Any text can be compiled: one that is too large or too intricate becomes paragraphs of its source. A task of the
 * workers: `compileText`.
 */
export declare function compileText(markdown: string, options?: CompileOptions): CompiledText;
