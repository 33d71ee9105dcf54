import { walkPages, type ImportedPage, type ImportTree } from '../../../text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../../text/imports/markdown-tree.ts';
import type { ArchiveEntry } from '../../../text/imports/unpack/zip.ts';
import { compileText } from '../../../text/html/compile-text.ts';
import type { CompiledText } from '../../../text/html/compiled-text.ts';

/** The compiled documents of this project. JSON, because a worker returns it and the build keeps it. */
export interface Manual {
  readonly pages: readonly ManualPage[];
  readonly files: readonly { readonly key: string; readonly contentType: string }[];
}

/** A page with the pages below it, or a group of pages, which has no text. */
export interface ManualPage extends Pick<ImportedPage, 'key' | 'title' | 'slug' | 'markdown'> {
  readonly description: string | null;
  readonly icon: string | null;
  readonly text: CompiledText | null;
  /** What the references of the text lead to: the key of a page or file, or a URL. */
  readonly targets: readonly (ManualTarget | null)[];
  readonly children: readonly ManualPage[];
}

export type ManualTarget = Exclude<ImportedPage['links'][number]['target'], { readonly kind: 'broken' }>;

/**
 * Compiles a folder of Markdown files. They are parsed like an import into a space, so order, titles, links and anchors
 * follow the same rules.
 */
export async function compileManual(entries: readonly ArchiveEntry[]): Promise<Manual> {
  const tree = await buildMarkdownTree(entries.map((entry) => ({ ...entry, body: Buffer.from(entry.body) })));
  const known = listKeys(tree);
  return {
    pages: tree.pages.map((page) => compilePage(page, known)),
    files: tree.files.map(({ key, contentType }) => ({ key, contentType })),
  };
}

const listKeys = (tree: ImportTree): ReadonlySet<string> =>
  new Set([...walkPages(tree.pages), ...tree.files].map(({ key }) => key));

function compilePage(page: ImportedPage, known: ReadonlySet<string>): ManualPage {
  const { key, title, slug, markdown, description = null, icon = null, children } = page;
  const text = page.kind === 'document' ? compileText(markdown, { hasFrontMatter: true, titles: [title] }) : null;
  const targets = new Map(page.links.map(({ url, target }) => [url, target]));
  return {
    key,
    title,
    slug,
    markdown,
    description,
    icon,
    text,
    targets: (text?.references ?? []).map((reference) => {
      const target = reference.kind === 'url' ? targets.get(reference.url) : undefined;
      if (target === undefined || target.kind === 'broken') return null;
      return target.kind === 'url' || known.has(target.key) ? target : null;
    }),
    children: children.map((child) => compilePage(child, known)),
  };
}
