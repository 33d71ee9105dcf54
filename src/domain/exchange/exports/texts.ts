import { createHash } from 'node:crypto';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import type { TextLine } from '../../../text/imports/formats/exported/format.ts';
import { exportText, relativeUrl, type ExportedText } from '../../../text/exports/export-text.ts';
import { pagesAtOnce } from './fields.ts';
import { writeMatter, type MatterOfPage } from '../../../text/exports/page-matter.ts';
import type { SpaceContent } from './load-space-content.ts';

/** A page or reusable content with a text. */
export interface TextOwner {
  readonly id: string;
  readonly documentId: string | null;
  /** Null for reusable contents, which have no front matter. */
  readonly matter: MatterOfPage | null;
}

/** The file of a text, and its line in the index. */
export interface ExportedFile {
  readonly body: string;
  readonly line: TextLine;
}

/**
 * Creates a function that exports the texts of the owners, in their order. It reads them in batches, so that memory
 * does not grow with the space.
 */
export function createTextReader(
  ctx: Context,
  { revision, contentPaths, findPath: pathOf }: SpaceContent,
  owners: readonly TextOwner[],
) {
  const numbers = new Map(owners.map(({ id }, index) => [id, index]));
  let batch = new Map<string, ExportedFile>();
  const readBatch = async (from: number) => {
    const reader = actingAs(ctx, ctx.actor);
    const some = owners.slice(from, from + pagesAtOnce);
    const files = await Promise.all(
      some.map(async ({ id, documentId, matter }) => {
        const file = pathOf(id) ?? '';
        const [text, links] = await Promise.all([
          documentId === null ? null : reader.loaders.storedText.load(documentId),
          reader.loaders.contentLinks.load({ state: revision, id }),
        ]);
        const markdown = text?.markdown ?? '';
        const head = matter
          ? writeMatter(matter, markdown, (reference) => {
              if (reference.kind === 'url') return reference.url;
              const path = pathOf(reference.kind === 'file' ? reference.file : reference.page);
              return path === undefined ? null : relativeUrl(file, path);
            })
          : { text: '', replaces: 0 };
        return [id, fileOf(file, exportText({ markdown, file, links, matter: head }, contentPaths))] as const;
      }),
    );
    batch = new Map(files);
  };
  return async (id: string): Promise<ExportedFile> => {
    if (!batch.has(id)) await readBatch(numbers.get(id) ?? 0);
    const found = batch.get(id);
    if (found === undefined) throw new Error(`The text of ${id} was not exported`);
    return found;
  };
}

function fileOf(file: string, { text, restore, links }: ExportedText): ExportedFile {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { body: text, line: { file, sha256, restore: [...restore], links: [...links] } };
}
