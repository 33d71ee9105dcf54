import type { Press, PrintImage } from '../../../infra/pdf/render.ts';
import { PartRefused } from '../../../infra/pdf/run-program.ts';
import type { WrittenPart } from '../../../text/pdf/write-parts.ts';

interface PartOptions {
  readonly images: readonly PrintImage[];
  /** Time after which parts are no longer divided, as of `performance.now()`. */
  readonly endMs: number;
  /** Runs `dividePart` outside of the main thread, because a single block may have megabytes. */
  readonly divide: (json: string, mayDivide: boolean) => Promise<readonly WrittenPart[]>;
}

/**
 * Adds a part to a PDF. If the compiler refuses it, the part is divided until the failing block is found, which is then
 * printed as plain text with a note.
 */
export async function addPart(press: Press, { json, files }: WrittenPart, options: PartOptions): Promise<void> {
  const shown = new Set(files);
  try {
    return await press.add(
      json,
      options.images.filter(({ file }) => shown.has(file)),
    );
  } catch (error) {
    if (!(error instanceof PartRefused)) throw error;
  }
  const parts = await options.divide(json, performance.now() < options.endMs);
  // Plain text is not divided again.
  const isPlain = parts.length === 1;
  for (const part of parts) {
    // The parts must be added in order.
    await (isPlain ? press.add(part.json, []) : addPart(press, part, options));
  }
  return undefined;
}
