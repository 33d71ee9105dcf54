import { setImmediate } from 'node:timers/promises';
import { isHiddenPath } from './archive-layout.ts';
import type { ImportNote } from './import-tree.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { importRefused, quote } from './refusal.ts';
import { readHtmlSource, readMarkdownSource, type Source } from './source.ts';
import { isHtmlPath } from './source-path.ts';
import { decodeText } from './text.ts';
import type { ArchiveEntry } from './zip.ts';

/** How large a tree may be, and when to stop. */
export interface TreeOptions {
  readonly limits?: ImportLimits;
  /** Looked at before each page; an aborted import is refused. */
  readonly signal?: AbortSignal | undefined;
}

/** Makes a page of an entry. */
export type ReadSource = (entry: ArchiveEntry) => Source;

/**
 * Reads the pages of an archive, with notes on those it passes over.
 * Throws import_refused for pages that are no text or too many, and when aborted.
 */
export async function readSources(
  entries: readonly ArchiveEntry[],
  { limits = importLimits, signal }: TreeOptions = {},
  read: ReadSource = readSource,
): Promise<{ sources: Map<string, Source>; notes: ImportNote[] }> {
  const sources = new Map<string, Source>();
  const notes: ImportNote[] = [];
  let textBytes = 0;
  for (const entry of entries) {
    const { path, body } = entry;
    if (isHiddenPath(path)) {
      notes.push({ key: path, reason: 'It lies in a hidden folder' });
      continue;
    }
    if (body.length > limits.maxDocumentBytes) {
      notes.push({ key: path, reason: `It is larger than ${limits.maxDocumentBytes} bytes` });
      continue;
    }
    textBytes += body.length;
    if (textBytes > limits.maxTextBytes)
      throw importRefused(`The pages have more than ${limits.maxTextBytes} bytes together`);
    // Parsing blocks: others get their turn between two pages.
    await setImmediate();
    if (signal?.aborted) throw importRefused(`The import took too long; it got to ${quote(path)}`);
    sources.set(path, read(entry));
  }
  return { sources, notes };
}

const readSource: ReadSource = ({ path, body }) =>
  isHtmlPath(path)
    ? readHtmlSource(path, decodeText({ body, name: path, html: true }))
    : readMarkdownSource(path, decodeText({ body, name: path }));
