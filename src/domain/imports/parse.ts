import type { ImportTree } from './import-tree.ts';
import { importLimits } from './limits.ts';
import { createLocator, type Locate } from './locator.ts';
import { buildMarkdownTree, type TreeOptions } from './markdown-tree.ts';
import { buildPages } from './page-builder.ts';
import { importRefused, quote } from './refusal.ts';
import { readHtmlSource, readMarkdownSource, type Source } from './source.ts';
import { charsetOf, decodeText } from './text.ts';
import { readZip } from './zip.ts';

/** The sources parsed here. Decisions 4.8. */
export type ParsedSource = 'markdown' | 'html' | 'zip';

/** What is known of a body besides its bytes. */
export interface ImportOrigin extends TreeOptions {
  /** Where it was fetched from; relative addresses of a single page become absolute by it. */
  readonly url?: string;
  /** As the server said, parameters included. */
  readonly contentType?: string;
  /** File name; the last segment of `url` by default. */
  readonly name?: string;
}

/**
 * Turns a fetched body into the pages and files it holds. Reads nothing else: images elsewhere are named by `remoteImages`.
 * Throws import_refused, naming what was expected, for a body that is not of its source.
 */
export async function parseImport(source: ParsedSource, body: Buffer, origin: ImportOrigin = {}): Promise<ImportTree> {
  if (body.length === 0) throw importRefused(`${expected[source]}, but the answer is empty`);
  const type = origin.contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  switch (source) {
    case 'zip':
      if (!isZip(body)) throw importRefused(`${expected.zip}, but this is ${describe(body, type)}`);
      return buildMarkdownTree(await readZip(body, origin.limits), origin);
    case 'markdown':
      if (isBinary(body) || !/^(?:|text\/(?!html).+|application\/(?:octet-stream|markdown))$/.test(type))
        throw importRefused(`${expected.markdown}, but this is ${describe(body, type)}`);
      return parsePage(source, body, origin);
    case 'html':
      if (isBinary(body) || !/^(?:|text\/(?:html|plain)|application\/(?:octet-stream|xhtml\+xml))$/.test(type))
        throw importRefused(`${expected.html}, but this is ${describe(body, type)}`);
      return parsePage(source, body, origin);
  }
}

const expected: Readonly<Record<ParsedSource, string>> = {
  markdown: 'Expected a Markdown document',
  html: 'Expected an HTML page',
  zip: 'Expected a ZIP archive of Markdown or HTML files',
};

function parsePage(source: 'markdown' | 'html', body: Buffer, origin: ImportOrigin): ImportTree {
  const { maxDocumentBytes } = origin.limits ?? importLimits;
  const path = pagePath(source, origin);
  if (body.length > maxDocumentBytes) throw importRefused(`${quote(path)} is larger than ${maxDocumentBytes} bytes`);
  const charset = charsetOf(origin.contentType ?? '');
  const isHtml = source === 'html';
  const text = decodeText({ body, name: path, html: isHtml, ...(charset && { charset }) });
  const looksLikeHtml = isHtml ? /<[a-z!]/i.test(text) : /^\s{0,99}<(?:!doctype html|html[\s>])/i.test(text);
  if (looksLikeHtml !== isHtml)
    throw importRefused(`${expected[source]}, but this is ${isHtml ? 'text without a tag' : 'an HTML page'}`);
  const page = isHtml
    ? readHtmlSource(path, text, origin.url === undefined ? {} : { baseUrl: origin.url })
    : readMarkdownSource(path, text);
  return singlePage(page, origin.url);
}

function singlePage(source: Source, url: string | undefined): ImportTree {
  const { path, files, matter, facts } = source;
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
  const warnings = [matter.warning, facts.warning].flatMap((reason) =>
    reason === undefined ? [] : [{ key: path, reason }],
  );
  return { pages, files, skipped: [], warnings, totalResources: 1 + files.length };
}

/** In a single page only fragments and what the page carried lie inside; relative addresses belong to its server. */
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

function pagePath(source: 'markdown' | 'html', { name, url }: ImportOrigin): string {
  const pathname = url !== undefined && URL.canParse(url) ? new URL(url).pathname : '';
  const last = (name ?? safeDecode(pathname)).split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, 200);
  if (clean !== '' && clean !== '.' && clean !== '..') return clean;
  return source === 'html' ? 'index.html' : 'index.md';
}

const safeDecode = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const isZip = (body: Buffer) => ['504b0304', '504b0506'].includes(body.toString('hex', 0, 4));

/** Known binary beginnings, whatever the server calls them: ZIP, PDF, PNG, JPEG, GIF, gzip. */
const isBinary = (body: Buffer) =>
  isZip(body) || /^(?:25504446|89504e47|ffd8ff|47494638|1f8b)/.test(body.toString('hex', 0, 4));

function describe(body: Buffer, type: string): string {
  if (isZip(body)) return 'a ZIP archive';
  return type === '' ? 'something else' : quote(type);
}
