import { createLocator, type Locate } from '../links/locator.ts';
import { type ImportOrigin, pathOfBody, readText } from './body.ts';
import type { SourceContent } from './source-content.ts';
import { readMarkdownSource } from './markdown-source.ts';
import { readHtmlPage, type SourcePage } from './source-page.ts';

export const expectedMarkdown = 'Expected a Markdown document';
export const expectedHtml = 'Expected an HTML page';

/** Reads a Markdown document. Throws import_refused for other bodies. */
export const readMarkdownBody = (body: Buffer, origin: ImportOrigin): SourceContent =>
  readBody({ expected: expectedMarkdown, isHtml: false }, body, origin);

/** Reads an HTML page. Throws import_refused for other bodies. */
export const readHtmlBody = (body: Buffer, origin: ImportOrigin): SourceContent =>
  readBody({ expected: expectedHtml, isHtml: true }, body, origin);

function readBody(format: Parameters<typeof readText>[0], body: Buffer, origin: ImportOrigin): SourceContent {
  const path = pathOfBody(format.isHtml, origin);
  const warnings: string[] = [];
  const text = readText(format, body, origin, (reason) => warnings.push(reason));
  const baseUrl = origin.url === undefined ? {} : { baseUrl: origin.url };
  const page = format.isHtml ? readHtmlPage(path, text, baseUrl) : readMarkdownSource(path, text);
  const source = { ...page, warnings: [...warnings, ...(page.warnings ?? [])] };
  return {
    sources: new Map([[path, source]]),
    entries: [],
    notes: [],
    isWanted: () => true,
    plan: () => ({
      root: '',
      pages: [{ kind: 'document', path, children: [] }],
      locate: locateFrom(source, origin.url),
      missing: [],
      skipReason: '',
    }),
  };
}

/** Resolves the links of a single page: fragments and embedded files belong to it, relative URLs to its server. */
function locateFrom({ path, files }: SourcePage, base: string | undefined): Locate {
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
