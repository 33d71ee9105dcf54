import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import {
  exportFiles,
  ExportManifest,
  FileLine,
  PageLine,
  RedirectLine,
  ReusableContentLine,
  summaryFile,
} from './format.ts';

/** The manifest and index of an export, with the entries of its archive by path. */
export interface ExportIndex {
  /** The folder of the export in the archive; empty for the top. */
  readonly root: string;
  readonly manifest: ExportManifest;
  /** Pages in tree order. */
  readonly pages: readonly PageLine[];
  readonly files: readonly FileLine[];
  readonly reusableContents: readonly ReusableContentLine[];
  readonly redirects: readonly RedirectLine[];
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
}

/**
 * Reads the index of an archive that was exported from a space. Null for other archives, for a damaged index or another
 * version, and when SUMMARY.md was edited, because it then orders the pages.
 */
export function readExport(entries: readonly ArchiveEntry[]): ExportIndex | null {
  const [found, another] = entries.filter(({ path }) => path.endsWith(exportFiles.manifest));
  if (!found || another) return null;
  const root = found.path.slice(0, -exportFiles.manifest.length);
  const inside = new Map(
    entries.flatMap((entry) => (entry.path.startsWith(root) ? [[entry.path.slice(root.length), entry]] : [])),
  );
  const manifest = ExportManifest.safeParse(toJson(found.body.toString()));
  const summary = inside.get(summaryFile)?.body;
  if (!manifest.success || !summary || digestOf(summary) !== manifest.data.summary) return null;
  const lines = <Line>(file: string, line: z.ZodType<Line>) => readLines(inside.get(file)?.body, line);
  const pages = lines(exportFiles.pages, PageLine);
  const files = lines(exportFiles.files, FileLine);
  const reusableContents = lines(exportFiles.reusableContents, ReusableContentLine);
  const redirects = lines(exportFiles.redirects, RedirectLine);
  if (!pages || !files || !reusableContents || !redirects) return null;
  const inOrder = pages.toSorted((a, b) => a.at - b.at);
  return { root, manifest: manifest.data, pages: inOrder, files, reusableContents, redirects, entries: inside };
}

export const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/** Parses JSON lines; null when a line is invalid. */
export function readLines<Line>(body: Buffer | undefined, line: z.ZodType<Line>): Line[] | null {
  const lines = (body?.toString() ?? '').split('\n').filter((text) => text !== '');
  const read = z.array(line).safeParse(lines.map(toJson));
  return read.success ? read.data : null;
}

/** Parses JSON; undefined when it is invalid. */
export function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
