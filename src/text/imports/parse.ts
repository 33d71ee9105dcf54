import { decodePercent } from '../../lib/percent.ts';
import { warningsOf } from './tree/assemble-tree.ts';
import { mediaTypeIn } from '../../lib/media-types.ts';
import type { ImportSource } from './fields.ts';
import type { ImportTree } from './import-tree.ts';
import { importLimits } from './limits.ts';
import { createLocator, type Locate } from './links/locator.ts';
import { buildMarkdownTree } from './tree/markdown-tree.ts';
import type { TreeOptions } from './formats/read-sources.ts';
import { buildPages } from './tree/page-builder.ts';
import { importRefused, quote } from './refusal.ts';
import { readHtmlSource, readMarkdownSource, type Source } from './formats/source.ts';
import { charsetOf, decodeText } from './unpack/text.ts';
import { type ArchiveBytes, firstBytes } from './unpack/archive-bytes.ts';
import { type ArchiveEntry, entryAt, readZip, useArchive } from './unpack/zip.ts';
import { buildConfluenceTree, expectedConfluence } from './formats/confluence.ts';
import { buildDocxTree, expectedDocx } from './formats/docx.ts';
import { buildWikiTree, expectedWiki } from './formats/github-wiki.ts';
import { buildGoogleArchive, buildGoogleTree, expectedGoogleDocs } from './formats/google-docs.ts';
import { buildNotionTree, expectedNotion } from './formats/notion.ts';

/** Sources that consist of a single response. */
export type ParsedSource = Exclude<ImportSource, 'website'>;

/** Sources that are archives. They are read from disk, because they may be large. */
const archiveSources = {
  zip: buildMarkdownTree,
  confluence: buildConfluenceTree,
  notion: buildNotionTree,
  'github-wiki': buildWikiTree,
} satisfies Partial<Record<ParsedSource, BuildTree>>;

type BuildTree = (entries: readonly ArchiveEntry[], options: TreeOptions) => Promise<ImportTree>;
export type ArchiveSource = keyof typeof archiveSources;

export const isArchiveSource = (source: ImportSource): source is ArchiveSource => Object.hasOwn(archiveSources, source);

/** Metadata of a fetched body. */
export interface ImportOrigin extends TreeOptions {
  /** URL it was fetched from. Relative URLs of a single page are resolved against it. */
  readonly url?: string;
  /** The Content-Type header, including parameters. */
  readonly contentType?: string;
  /** The folder of the archive to import, ending in `/`; the whole archive when omitted. */
  readonly inside?: string;
  /** File name. Defaults to the last segment of `url`. */
  readonly name?: string;
}

/**
 * Parses a fetched body into pages and files. Fetches nothing: `remoteImages` lists the images on other servers.
 * Throws import_refused, with the expected format, for a body that does not match its source.
 */
export async function parseImport(source: ParsedSource, body: Buffer, origin: ImportOrigin = {}): Promise<ImportTree> {
  if (body.length === 0) throw importRefused(`${expected[source]}, but the response is empty`);
  const type = mediaTypeIn(origin.contentType);
  switch (source) {
    case 'zip':
    case 'confluence':
    case 'notion':
    case 'github-wiki':
      return parseArchive(source, body, origin);
    case 'docx':
      if (!isZip(body)) throw importRefused(`${expected.docx}, but this is ${describe(body, type)}`);
      return buildDocxTree(body, pagePath(source, origin), origin.limits);
    case 'google-docs':
      if (isZip(body)) return buildGoogleArchive(await readZip(body, origin.limits));
      if (isBinary(body) || !htmlTypes.test(type))
        throw importRefused(`${expected[source]}, but this is ${describe(body, type)}`);
      return buildGoogleTree(readText(source, body, origin), pagePath(source, origin));
    case 'markdown':
      if (isBinary(body) || !/^(?:|text\/(?!html).+|application\/(?:octet-stream|markdown))$/.test(type))
        throw importRefused(`${expected.markdown}, but this is ${describe(body, type)}`);
      return parsePage(source, body, origin);
    case 'html':
      if (isBinary(body) || !htmlTypes.test(type))
        throw importRefused(`${expected.html}, but this is ${describe(body, type)}`);
      return parsePage(source, body, origin);
  }
}

const htmlTypes = /^(?:|text\/(?:html|plain)|application\/(?:octet-stream|xhtml\+xml))$/;

const expected: Readonly<Record<ParsedSource, string>> = {
  markdown: 'Expected a Markdown document',
  html: 'Expected an HTML page',
  zip: 'Expected a ZIP archive of Markdown or HTML files',
  docx: expectedDocx,
  confluence: expectedConfluence,
  notion: expectedNotion,
  'github-wiki': expectedWiki,
  'google-docs': expectedGoogleDocs,
};

/**
 * Parses an archive. Passes the tree to `use` while its files can still be read. Throws import_refused for a body that does
 * not match its source.
 */
export async function parseArchive(
  source: ArchiveSource,
  archive: ArchiveBytes,
  origin: ImportOrigin,
  use: (tree: ImportTree) => ImportTree = loadFiles,
): Promise<ImportTree> {
  const start = firstBytes(archive);
  if (archive.length === 0) throw importRefused(`${expected[source]}, but the response is empty`);
  if (!isZip(start))
    throw importRefused(`${expected[source]}, but this is ${describe(start, mediaTypeIn(origin.contentType))}`);
  return useArchive(archive, origin.limits ?? importLimits, async ({ entries, leftOut }) => {
    const tree = await archiveSources[source](within(origin.inside ?? '', entries), origin);
    return use({
      ...tree,
      skipped: [...tree.skipped, ...leftOut],
      totalResources: tree.totalResources + leftOut.length,
    });
  });
}

/** Selects the entries of a folder, with paths relative to it. */
const within = (folder: string, entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] =>
  folder === ''
    ? entries
    : entries.flatMap((entry) =>
        entry.path.startsWith(folder) ? [entryAt(entry.path.slice(folder.length), entry)] : [],
      );

/** Whether the bytes have the signature of an archive. */
export const isArchive = (archive: ArchiveBytes): boolean => isZip(firstBytes(archive));

/** Copies the bytes of the files into memory, so that the archive is no longer needed. */
const loadFiles = (tree: ImportTree): ImportTree => ({ ...tree, files: tree.files.map((file) => ({ ...file })) });

/** Decodes a page. Throws import_refused when it is too large, of unknown encoding, or does not match its source. */
function readText(
  source: 'markdown' | 'html' | 'google-docs',
  body: Buffer,
  origin: ImportOrigin,
  warn?: (reason: string) => void,
): string {
  const { maxDocumentBytes } = origin.limits ?? importLimits;
  const path = pagePath(source, origin);
  if (body.length > maxDocumentBytes) throw importRefused(`${quote(path)} is larger than ${maxDocumentBytes} bytes`);
  const charset = charsetOf(origin.contentType ?? '');
  const isHtml = source !== 'markdown';
  const text = decodeText({ body, name: path, html: isHtml, warn, ...(charset && { charset }) });
  const looksLikeHtml = isHtml ? /<[a-z!]/i.test(text) : /^\s{0,99}<(?:!doctype html|html[\s>])/i.test(text);
  if (looksLikeHtml !== isHtml)
    throw importRefused(`${expected[source]}, but this is ${isHtml ? 'text without HTML tags' : 'an HTML page'}`);
  return text;
}

function parsePage(source: 'markdown' | 'html', body: Buffer, origin: ImportOrigin): ImportTree {
  const path = pagePath(source, origin);
  const warnings: string[] = [];
  const text = readText(source, body, origin, (reason) => warnings.push(reason));
  const baseUrl = origin.url === undefined ? {} : { baseUrl: origin.url };
  const page = source === 'html' ? readHtmlSource(path, text, baseUrl) : readMarkdownSource(path, text);
  return singlePage({ ...page, warnings: [...warnings, ...(page.warnings ?? [])] }, origin.url);
}

function singlePage(source: Source, url: string | undefined): ImportTree {
  const { path, files } = source;
  const pages = buildPages(
    {
      root: '',
      sources: new Map([[path, source]]),
      files: new Set(files.map(({ key }) => key)),
      locate: locateFrom(source, url),
      referenced: new Set(),
    },
    [{ kind: 'document', path, children: [] }],
  );
  const warnings = warningsOf(source).map((reason) => ({ key: path, reason }));
  return { pages, files, skipped: [], warnings, totalResources: 1 + files.length };
}

/** Resolves the links of a single page: fragments and embedded files belong to it, relative URLs to its server. */
function locateFrom({ path, files }: Source, base: string | undefined): Locate {
  const paths = files.map(({ key }) => key);
  const locate = createLocator([path, ...paths], '');
  const carried = new Set(paths);
  return (from, url) => {
    const location = locate(from, url);
    if (location.kind === 'outside' || url.startsWith('#') || url === '') return location;
    if (location.kind === 'inside' && carried.has(location.path)) return location;
    if (base === undefined || !URL.canParse(url, base)) return { kind: 'nowhere' };
    const absolute = new URL(url, base);
    const isHttp = absolute.protocol === 'http:' || absolute.protocol === 'https:';
    return isHttp ? { kind: 'outside', url: absolute.href } : { kind: 'nowhere' };
  };
}

function pagePath(source: ParsedSource, { name, url }: ImportOrigin): string {
  const pathname = url !== undefined && URL.canParse(url) ? new URL(url).pathname : '';
  const last = (name ?? decodePercent(pathname)).split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, 200);
  if (clean !== '' && clean !== '.' && clean !== '..') return clean;
  return source === 'markdown' ? 'index.md' : 'index.html';
}

const isZip = (body: Buffer) => ['504b0304', '504b0506'].includes(body.toString('hex', 0, 4));

/** Whether the first bytes are those of a ZIP, PDF, PNG, JPEG, GIF or gzip file. */
const isBinary = (body: Buffer) =>
  isZip(body) || /^(?:25504446|89504e47|ffd8ff|47494638|1f8b)/.test(body.toString('hex', 0, 4));

function describe(body: Buffer, type: string): string {
  if (isZip(body)) return 'a ZIP archive';
  return type === '' ? 'something else' : quote(type);
}
