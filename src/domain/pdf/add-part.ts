import type { PrintPart } from '../../infra/pdf/document.ts';
import { PartRefused, type Press, type PrintImage } from '../../infra/pdf/render.ts';
import { filesOf, splitInHalves, plainPart } from './parts.ts';
import type { WrittenPart } from './write-parts.ts';

interface Adding {
  readonly images: readonly PrintImage[];
  /** Time after which parts are no longer divided, as of `performance.now()`. */
  readonly endMs: number;
}

/**
 * Adds a part to a PDF. If the compiler refuses it, the part is divided until the failing block is found, which is then
 * printed as plain text with a note.
 */
export async function addPart(press: Press, { json, files }: WrittenPart, { images, endMs }: Adding): Promise<void> {
  const shown = new Set(files);
  try {
    await press.add(
      json,
      images.filter(({ file }) => shown.has(file)),
    );
  } catch (error) {
    if (!(error instanceof PartRefused)) throw error;
    const part = JSON.parse(json) as PrintPart;
    const halves = performance.now() > endMs ? null : splitInHalves(part);
    if (halves === null) return press.add(JSON.stringify(plainPart(part)), []);
    for (const half of halves) {
      const written = { json: JSON.stringify(half), files: [...filesOf(half)] };
      // oxlint-disable-next-line no-await-in-loop -- the parts must be added in order
      await addPart(press, written, { images, endMs });
    }
  }
  return undefined;
}
