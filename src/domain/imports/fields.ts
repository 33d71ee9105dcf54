import * as z from 'zod';

/** Contract 4.5; decisions 4.8. */
export const importSources = {
  website: 'A website, crawled.',
  docx: 'A Word document.',
  markdown: 'A Markdown document.',
  html: 'An HTML page.',
  zip: 'A ZIP archive of Markdown or HTML files, with or without SUMMARY.md.',
  confluence: 'An export of Confluence.',
  'github-wiki': 'A GitHub wiki.',
  notion: 'An export of Notion.',
  'google-docs': 'A Google document.',
} as const;
export type ImportSource = keyof typeof importSources;

/** Contract 4.5: a URI; only these two schemes are fetched. */
export const ImportUrl = z.url({ protocol: /^https?$/i, error: 'must be an http or https URL' }).max(2_048);
