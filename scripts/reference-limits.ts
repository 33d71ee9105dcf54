import * as edits from '../src/text/content/edit-fields.ts';
import { importLimits, maxBodyBytes } from '../src/text/imports/limits.ts';
import { crawlLimits } from '../src/text/imports/formats/website/crawl-limits.ts';
import { maxAttempts } from '../src/domain/core/jobs/fields.ts';
import * as exported from '../src/domain/exchange/exports/fields.ts';
import * as pdf from '../src/text/pdf/limits.ts';
import { maxRequestedReviewers } from '../src/domain/authoring/reviews/fields.ts';
import { maxCustomizationBytes } from '../src/domain/publishing/customization/form.ts';
import * as redirects from '../src/domain/publishing/redirects/fields.ts';
import { maxShareLinks } from '../src/domain/publishing/share-links/fields.ts';
import { defaultLifetimeDays, maxLifetimeDays } from '../src/domain/people/tokens/fields.ts';
import { defaultPageSize, maxPageSize } from '../src/lib/page.ts';

/** A row of docs/reference/limits.md. */
export interface Limit {
  readonly name: string;
  readonly limit: string;
  readonly where: string;
}

const row = (name: string, limit: string, where: string): Limit => ({ name, limit, where });

const count = (value: number, unit: string) => `at most ${value.toLocaleString('en-US')} ${unit}`;
const mebibytes = (bytes: number) => `at most ${bytes / 1_048_576} MiB`;
const seconds = (ms: number) => `at most ${ms / 1_000} s`;

/**
 * Limits that docs/reference/limits.md lists besides those of forms (reference-form-limits.ts), by the name of their table.
 */
export const limits: Readonly<Record<string, readonly Limit[]>> = {
  content: [
    row('Inserted files', count(edits.maxInsertedFiles, 'items'), '`files` of one `insert_files`'),
    row('Fetched files', count(edits.maxFetchedFiles, 'items'), 'files of one request that come from a `url`'),
    row('Tree depth', count(edits.maxTreeDepth, 'levels'), 'pages on the way from the top to a page, itself included'),
  ],
  people: [
    row('Requested reviewers', count(maxRequestedReviewers, 'items'), 'requests of one change request that are open'),
    row(
      'Token life',
      `${defaultLifetimeDays} days unless given, at most ${maxLifetimeDays} days`,
      '`expiresAt` of an API token',
    ),
  ],
  lists: [
    row(
      'Page size',
      `0 to ${maxPageSize.toLocaleString('en-US')}, ${defaultPageSize} when omitted`,
      '`limit`, and `first` in GraphQL',
    ),
  ],
  imports: [
    row('Archive', '`IMPORT_MAX_BYTES`, 2 GB unless set', 'an archive or an upload'),
    row('Archive entries', '`IMPORT_MAX_ENTRIES`, 50,000 unless set', 'files and folders of a ZIP archive'),
    row('Archive size', '`IMPORT_MAX_TOTAL_BYTES`, 4 GB unless set', 'all entries of an archive, decompressed'),
    row('Other source', mebibytes(maxBodyBytes), 'a source that is no archive'),
    row('Compression ratio', count(importLimits.maxRatio, 'times'), 'an entry larger than 1 MiB'),
    row('Document size', mebibytes(importLimits.maxDocumentBytes), 'one Markdown or HTML document'),
    row('Text size', '`IMPORT_MAX_TEXT_BYTES`, 100 MiB unless set', 'all documents of one import'),
    row('File size', '`FILE_MAX_BYTES`, 20 MiB unless set', 'one image or other file'),
    row('Crawled pages', '`IMPORT_MAX_PAGES`, 5,000 unless set', 'one website import'),
    row('Crawled bytes', mebibytes(crawlLimits.totalBytes), 'all pages of one website import'),
    row('Crawled page', `${mebibytes(crawlLimits.pageBytes)}, ${seconds(crawlLimits.pageMs)}`, 'one page of a website'),
    row('Crawl depth', count(crawlLimits.depth, 'links'), 'from the first page'),
    row('Crawl time', seconds(crawlLimits.totalMs), 'one website import'),
    row('Crawl delay', seconds(crawlLimits.pauseMs), 'the `Crawl-delay` of robots.txt that is honored'),
    row('Sitemaps', count(crawlLimits.sitemaps, 'files'), 'one website import'),
  ],
  pdf: [
    row('Pages', count(pdf.maxPages, 'pages'), 'pages of content in one PDF'),
    row('PDF size', mebibytes(pdf.maxPdfBytes), 'the finished file'),
    row('Images', mebibytes(pdf.maxImagesBytes), 'all images of one PDF'),
    row('Image', count(pdf.maxImagePixels, 'pixels'), 'one image'),
    row(
      'Rendering',
      `${seconds(pdf.maxRenderMs)}, ${pdf.maxRenderBytes / 1e6} MB`,
      'one part of a PDF; what takes more is divided',
    ),
  ],
  exports: [row('Archive', count(exported.maxExportBytes, 'bytes'), 'the export of a space or an organization')],
  sites: [
    row('Share links', count(maxShareLinks, 'items'), 'one site'),
    row('Customization', count(maxCustomizationBytes, 'bytes'), 'settings of a site or site space, as JSON'),
    row('Redirects', count(redirects.maxRedirects, 'items'), 'one site'),
  ],
  jobs: [row('Attempts', count(maxAttempts, 'attempts'), 'one background job')],
};
