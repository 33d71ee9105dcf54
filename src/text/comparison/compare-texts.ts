import { outcomeOf } from '../../lib/text-outcome.ts';
import type { CompiledText } from '../html/compiled-text.ts';
import { compileDocument, readText, type CompileOptions } from '../html/compile-text.ts';
import { compareBlocks } from './compare-blocks.ts';

/** One of two texts, as its readers see it. */
export interface ComparedText {
  readonly markdown: string;
  readonly options: CompileOptions;
}

/**
 * Compiles the later of two texts to HTML with slots, in which `ins` is what is new and `del` what the earlier one had. The
 * later text alone where both together are too intricate. A task of the workers: `compareTexts`.
 */
export function compareTexts(before: ComparedText, after: ComparedText): CompiledText {
  const [then, now] = [before, after].map(({ markdown, options }) => readText(markdown, options).document);
  if (then === undefined || now === undefined) throw new Error('Two texts are compared');
  const isIncluded = after.options.isIncluded === true;
  const compared = outcomeOf(() =>
    compileDocument({ ...now, nodes: compareBlocks(then.nodes, now.nodes) }, isIncluded),
  );
  return 'value' in compared ? compared.value : { ...compileDocument(now, isIncluded), limit: compared.problem };
}
