import { setImmediate } from 'node:timers/promises';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import type { ImportNote } from '../import-tree.ts';
import { type ImportLimits, importLimits } from '../limits.ts';
import { DomainError } from '../../../lib/errors.ts';
import { importRefused, quote } from '../refusal.ts';
import { readHtmlPage, type SourcePage } from './source-page.ts';
import { readMarkdownSource, type MarkdownSourceOptions } from './markdown-source.ts';
import { isHtmlPath } from '../unpack/source-path.ts';
import { decodeText } from '../unpack/text.ts';
import { describeDrawings, isWikiPage, withWikiFields, withWikiHead } from './wikis/wiki-js.ts';
import { type ArchiveEntry, measureSize } from '../unpack/zip.ts';
import type { AskedVariant } from './variants/edition.ts';

/** Limits of an import, and a signal that aborts it. */
export interface ReadOptions {
  readonly limits?: ImportLimits;
  /** Checked before each page. Aborting throws import_refused. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a path is hidden and skipped; `isHiddenPath` when omitted. */
  readonly isHidden?: (path: string) => boolean;
  /** The version and language of an archive that holds several. */
  readonly variant?: AskedVariant | undefined;
}

/** The reason noted for skipped pages in hidden folders. */
export const hiddenReason = 'It is in a hidden folder';

/** The reason noted for HTML that is a part of pages. */
export const partReason = 'It is a part of an HTML page, and the pages are in Markdown';

/** Parses an archive entry as a page. */
export type ReadOnePage = (entry: ArchiveEntry) => SourcePage;

/**
 * Reads the pages of an archive, and notes those that are skipped.
 * Throws import_refused for too much text, and when aborted.
 */
export async function readPages(
  entries: readonly ArchiveEntry[],
  { limits = importLimits, signal, isHidden = isHiddenPath }: ReadOptions = {},
  read: ReadOnePage = createPageReader(),
): Promise<{ sources: Map<string, SourcePage>; notes: ImportNote[] }> {
  const sources = new Map<string, SourcePage>();
  const notes: ImportNote[] = [];
  let textBytes = 0;
  for (const entry of entries) {
    const { path } = entry;
    if (isHidden(path)) {
      notes.push({ key: path, reason: hiddenReason });
      continue;
    }
    const size = measureSize(entry);
    if (size > limits.maxDocumentBytes) {
      notes.push({ key: path, reason: `It is larger than ${limits.maxDocumentBytes} bytes` });
      continue;
    }
    textBytes += size;
    if (textBytes > limits.maxTextBytes) throw importRefused(`The pages exceed ${limits.maxTextBytes} bytes in total`);
    // Parsing blocks the event loop, so yield between pages.
    await setImmediate();
    if (signal?.aborted) throw importRefused(`The import took too long and stopped at ${quote(path)}`);
    const source = readOrRefuse(read, entry);
    if ('reason' in source) notes.push({ key: path, reason: source.reason });
    else sources.set(path, source);
  }
  return { sources, notes };
}

/** Parses a page, or returns the reason to skip it, so that one damaged page does not fail the import. */
function readOrRefuse(read: ReadOnePage, entry: ArchiveEntry): SourcePage | { readonly reason: string } {
  try {
    return read(entry);
  } catch (error) {
    if (error instanceof DomainError && error.type === 'import_refused') return { reason: error.message };
    throw error;
  }
}

/** Creates a reader of Markdown and HTML. */
export const createPageReader =
  (options: MarkdownSourceOptions = {}): ReadOnePage =>
  ({ path, body }) => {
    const warnings: string[] = [];
    const html = isHtmlPath(path);
    const text = decodeText({ body, name: path, html, warn: (reason) => warnings.push(reason) });
    const { title, withheld, ...head }: ReturnType<typeof withWikiHead> = html ? withWikiHead(text) : { html: '' };
    const page = html ? readHtmlPage(path, head.html) : readMarkdownSource(path, withWikiFields(text), options);
    return {
      ...page,
      ...(isWikiPage(text) && { isWikiPage: true }),
      ...(title !== undefined && { matter: { ...page.matter, title } }),
      ...(withheld && { withheld }),
      warnings: [...warnings, ...(page.warnings ?? []), ...describeDrawings(text)],
    };
  };
