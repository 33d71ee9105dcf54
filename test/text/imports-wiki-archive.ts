import type { AskedVariant } from '../../src/text/imports/formats/variants/edition.ts';
import { walkPages, type ImportTree } from '../../src/text/imports/import-tree.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { reportPages } from '../../src/text/imports/tree/page-report.ts';
import { makeZip, sketch } from './imports-archive.ts';

/** Imports an archive of texts, bytes and data: one version and language of it. */
export const read = (files: Readonly<Record<string, string | Buffer | object>>, variant?: AskedVariant) =>
  parseImport(
    'zip',
    makeZip(
      Object.entries(files).map(([name, body]) => ({
        name,
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      })),
    ),
    { variant },
  );

/** The page with a title. */
export const pageOf = (tree: ImportTree, title: string) => {
  const page = [...walkPages(tree.pages)].find((one) => one.title === title);
  if (!page) throw new Error(`No page ${title} in ${sketch(tree.pages).join(', ')}`);
  return page;
};

/** Where the links of a page lead. */
export const linksOf = (tree: ImportTree, title: string) =>
  pageOf(tree, title).links.map(({ target }) => {
    if (target.kind === 'page') return `${target.key}${target.anchor === undefined ? '' : `#${target.anchor}`}`;
    if (target.kind === 'file') return `file ${target.key}`;
    return target.kind === 'url' ? target.url : 'broken';
  });

/** Each version and language with its number of pages; the first one with a star. */
export const variantsOf = ({ variants = [] }: ImportTree) =>
  variants.map(
    ({ version, language, title, pages, isDefault }) =>
      `${isDefault ? '*' : ''}${[version, language].filter((name) => name !== null).join(' ')}${title === version ? '' : ` (${title})`}: ${pages}`,
  );

/** What the report says. */
export const reasons = (tree: ImportTree) => reportPages(tree).map(({ key, reason }) => `${key}: ${reason}`);

/** An id as these tools make them. */
export const uuid = (digit: number) => `${digit}0000000-0000-4000-8000-00000000000${digit}`;
