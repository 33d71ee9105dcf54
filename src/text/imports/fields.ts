import * as z from 'zod';
import { choice, urlForm } from '../../lib/form-types.ts';

/** Supported sources. See docs/reference/imports.md. */
export const importSources = {
  website: 'A website, which is crawled.',
  docx: 'A Word document.',
  markdown: 'A Markdown document.',
  html: 'An HTML page.',
  zip: 'A ZIP archive of Markdown or HTML files, with or without SUMMARY.md.',
  confluence: 'A Confluence export.',
  'github-wiki': 'A GitHub wiki.',
  notion: 'A Notion export.',
  'google-docs': 'A Google Docs document.',
} as const;
export type ImportSource = keyof typeof importSources;

/** Sources that are archives. */
const archiveSources = ['zip', 'confluence', 'github-wiki', 'notion'] as const satisfies readonly ImportSource[];
export type ArchiveSource = (typeof archiveSources)[number];

/** Sources that are a single response, which is read into memory. */
export type BodySource = Exclude<ImportSource, ArchiveSource | 'website'>;

export const isArchiveSource = (source: ImportSource): source is ArchiveSource =>
  archiveSources.some((known) => known === source);

export const ImportSource = choice('ImportSource', 'The format of content to import.', importSources);

/** URL of the content to import. Only http and https are fetched. */
export const ImportUrl = urlForm(z.url({ protocol: /^https?$/i, error: 'must be an http or https URL' }).max(2_048));

/** Name of a version or code of a language in a source. */
export const VariantName = z.string().min(1).max(100);
