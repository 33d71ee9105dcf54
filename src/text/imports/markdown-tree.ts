import { readMarkdownArchive } from './formats/markdown-archive.ts';
import type { ReadOptions } from './formats/read-pages.ts';
import type { ImportTree } from './import-tree.ts';
import { arrangeTree } from './links/resolve-tree.ts';
import type { ArchiveEntry } from './unpack/zip.ts';

/** Parses Markdown and HTML files that are already unpacked. Throws as `readMarkdownArchive`. */
export const buildMarkdownTree = async (
  entries: readonly ArchiveEntry[],
  options: ReadOptions = {},
): Promise<ImportTree> => arrangeTree(await readMarkdownArchive(entries, options));
