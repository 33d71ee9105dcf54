import type { PrintFront } from '../../../text/pdf/document.ts';
import { scriptsWithoutFont } from '../../../infra/pdf/fonts.ts';
import { withPress, type Rendered } from '../../../infra/pdf/render.ts';
import { TaskEnded } from '../../../infra/workers/pool.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { JobProgress } from '../../core/jobs/kind.ts';
import { addPart } from './add-part.ts';
import type { dividePart } from '../../../text/pdf/divide-part.ts';
import {
  maxJoinMs,
  maxPdfBytes,
  maxRenderBytes,
  maxRenderMs,
  maxWriteMs,
  maxDividingMs,
} from '../../../text/pdf/limits.ts';
import { loadBatches, type Selection } from './load-batches.ts';
import type { WrittenPage, WrittenPart } from '../../../text/pdf/write-parts.ts';

const limits = { timeoutMs: maxRenderMs, joinMs: maxJoinMs, memoryBytes: maxRenderBytes, outputBytes: maxPdfBytes };

interface PrintRequest {
  readonly front: PrintFront;
  readonly selection: Selection;
}

interface Steps {
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

/**
 * Prints pages in parts, so that memory does not grow with the space. A page that cannot be parsed or laid out is
 * printed as its source or as plain text. Throws payload_too_large.
 */
export function printPages(ctx: Context, { front, selection }: PrintRequest, steps: Steps): Promise<Rendered> {
  const printed = new Set(selection.pages.map(({ page }) => page.id));
  const endMs = performance.now() + maxDividingMs;
  const withoutFont = scriptsWithoutFont();
  const divide = divideInWorker(ctx, steps.signal);
  return withPress(front, { limits, signal: steps.signal }, async (press) => {
    for await (const { pages, images } of loadBatches(ctx, selection, steps)) {
      const parts = await writeInWorker(ctx, { printed, withoutFont, signal: steps.signal }, pages);
      // One part at a time bounds the memory.
      for (const part of parts) await addPart(press, part, { images, endMs, divide });
    }
    steps.progress({ phase: 'joining the parts' });
    return press.finish();
  });
}

const taskOptions = (ctx: Context, signal: AbortSignal) => ({
  timeoutMs: maxWriteMs,
  owner: ctx.actor.userId,
  signal,
});

interface WriteRun {
  readonly printed: ReadonlySet<string>;
  readonly withoutFont: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Writes pages in a worker, because highlighting is slow. A batch that takes too long is divided; a single page that
 * takes too long is printed as its source.
 */
async function writeInWorker(
  ctx: Context,
  { printed, withoutFont, signal }: WriteRun,
  pages: readonly WrittenPage[],
): Promise<readonly WrittenPart[]> {
  const write = (asSource: boolean) =>
    ctx.workers.bulk.run<WrittenPart[]>(
      'writeParts',
      [{ printed, asSource, withoutFont }, pages],
      taskOptions(ctx, signal),
    );
  try {
    return await write(false);
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    if (pages.length < 2) return write(true);
    const middle = pages.length >> 1;
    const [first, second] = [pages.slice(0, middle), pages.slice(middle)];
    return [
      ...(await writeInWorker(ctx, { printed, withoutFont, signal }, first)),
      ...(await writeInWorker(ctx, { printed, withoutFont, signal }, second)),
    ];
  }
}

/** Creates a function that divides a part in a worker. It throws payload_too_large when the worker ends before. */
const divideInWorker =
  (ctx: Context, signal: AbortSignal) =>
  async (...part: Parameters<typeof dividePart>): Promise<WrittenPart[]> => {
    try {
      return await ctx.workers.bulk.run<WrittenPart[]>('dividePart', part, taskOptions(ctx, signal));
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      throw failure('payload_too_large', 'A part of the PDF cannot be laid out and is too large to be divided', {
        cause: error,
      });
    }
  };
