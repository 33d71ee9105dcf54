import { mediaTypeIn } from '../../../lib/media-types.ts';
import type { ArchiveSource, BodySource } from '../fields.ts';
import { importRefused } from '../refusal.ts';
import { readZip, type ArchiveEntry } from '../unpack/zip.ts';
import { describe, isZip, pathOfBody, readText, type ImportOrigin } from './body.ts';
import { expectedConfluence, readConfluence } from './confluence.ts';
import { expectedDocx, readDocx } from './docx.ts';
import { expectedWiki, readWiki } from './github-wiki.ts';
import { expectedGoogleDocs, readGoogleArchive, readGooglePage } from './google-docs.ts';
import { expectedMarkdownArchive, readMarkdownArchive } from './markdown-archive.ts';
import { expectedNotion, readNotion } from './notion.ts';
import type { ReadOptions } from './read-pages.ts';
import { expectedHtml, expectedMarkdown, readHtmlBody, readMarkdownBody } from './single-page.ts';
import type { ExportedContent, SourceContent } from './source-content.ts';

interface ArchiveFormat {
  /** Begins the message for another archive or body. */
  readonly expected: string;
  readonly read: (entries: readonly ArchiveEntry[], options: ReadOptions) => Promise<SourceContent | ExportedContent>;
}

interface BodyFormat {
  readonly expected: string;
  readonly read: (body: Buffer, origin: ImportOrigin) => SourceContent | Promise<SourceContent>;
}

/** Formats of archives. They are read from disk, because they may be large. */
export const archiveFormats = {
  zip: { expected: expectedMarkdownArchive, read: readMarkdownArchive },
  confluence: { expected: expectedConfluence, read: readConfluence },
  notion: { expected: expectedNotion, read: readNotion },
  'github-wiki': { expected: expectedWiki, read: readWiki },
} satisfies Record<ArchiveSource, ArchiveFormat>;

/** Formats of single bodies, which are read into memory. */
export const bodyFormats = {
  markdown: { expected: expectedMarkdown, read: readMarkdownBody },
  html: { expected: expectedHtml, read: readHtmlBody },
  docx: { expected: expectedDocx, read: readWord },
  'google-docs': { expected: expectedGoogleDocs, read: readGoogleBody },
} satisfies Record<BodySource, BodyFormat>;

function readWord(body: Buffer, origin: ImportOrigin): Promise<SourceContent> {
  if (!isZip(body))
    throw importRefused(`${expectedDocx}, but this is ${describe(body, mediaTypeIn(origin.contentType))}`);
  return readDocx(body, pathOfBody(true, origin), origin.limits);
}

/** Reads a document that was downloaded as a web page, which is an archive, or published to the web. */
async function readGoogleBody(body: Buffer, origin: ImportOrigin): Promise<SourceContent> {
  if (isZip(body)) return readGoogleArchive(await readZip(body, origin.limits));
  const html = readText({ expected: expectedGoogleDocs, isHtml: true }, body, origin);
  return readGooglePage(html, pathOfBody(true, origin));
}
