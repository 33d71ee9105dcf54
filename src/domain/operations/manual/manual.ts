import { anchorMaker } from '../../../text/markdown/anchors.ts';
import {
  walkPages,
  type ImportedPage,
  type ImportedTarget,
  type ImportTree,
} from '../../../text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../../text/imports/markdown-tree.ts';
import type { ArchiveEntry } from '../../../text/imports/unpack/zip.ts';
import { compileText } from '../../../text/html/compile-text.ts';
import { fillSlots } from '../../../text/html/fill-slots.ts';
import { englishTextWords } from '../../../text/html/words.ts';
import { listSections, type Section } from '../../../text/search/sections.ts';

/** The rendered documents of this project. */
export interface Manual {
  /** Top-level groups in the order of the summary. */
  readonly contents: readonly ManualEntry[];
  /** Every page in reading order. */
  readonly pages: readonly ManualPage[];
  readonly files: readonly { readonly path: string; readonly contentType: string; readonly body: Uint8Array }[];
}

/** A page, or a group of pages without a path. */
export interface ManualEntry {
  readonly title: string;
  readonly path: string | null;
  readonly children: readonly ManualEntry[];
}

export interface ManualPage {
  readonly title: string;
  /** Id of the title, which is not part of the HTML. */
  readonly anchor: string;
  /** Path below the base URL of the manual: `/start/run`; empty for the first page. */
  readonly path: string;
  readonly description: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/**
 * Renders Markdown files to pages below the base URL `base`. They are parsed like an import into a space, so order,
 * titles, links and anchors follow the same rules.
 */
export async function renderManual(entries: readonly ArchiveEntry[], base: string): Promise<Manual> {
  const tree = await buildMarkdownTree(entries.map((entry) => ({ ...entry, body: Buffer.from(entry.body) })));
  const paths = listPaths(tree);
  const files = tree.files.flatMap(({ key, contentType, body }) =>
    Buffer.isBuffer(body) ? [{ path: `/${key}`, contentType, body }] : [],
  );
  const addressOf = addresses(paths, new Set(files.map(({ path }) => path)), base);
  return {
    contents: listEntries(tree.pages, paths),
    pages: [...walkPages(tree.pages)]
      .filter(({ kind }) => kind === 'document')
      .map((page) => renderPage(page, paths.get(page.key) ?? '', addressOf)),
    files,
  };
}

/**
 * Paths of pages by key: their slugs and those of their ancestors. The first page has the path of the manual itself.
 */
function listPaths(tree: ImportTree): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const walk = (pages: readonly ImportedPage[], above: string) => {
    for (const page of pages) {
      const path = paths.size === 0 ? '' : `${above}/${page.slug}`;
      paths.set(page.key, path);
      walk(page.children, path);
    }
  };
  walk(tree.pages, '');
  return paths;
}

const listEntries = (pages: readonly ImportedPage[], paths: ReadonlyMap<string, string>): ManualEntry[] =>
  pages.map(({ title, key, kind, children }) => ({
    title,
    path: kind === 'document' ? (paths.get(key) ?? null) : null,
    children: listEntries(children, paths),
  }));

/** Creates a function that returns the URL of a target; null for files of the repository that are not pages. */
const addresses =
  (paths: ReadonlyMap<string, string>, files: ReadonlySet<string>, base: string) =>
  (target: ImportedTarget | undefined): string | null => {
    if (target?.kind === 'url') return target.url;
    if (target?.kind === 'file') return files.has(`/${target.key}`) ? `${base}/${target.key}` : null;
    if (target?.kind !== 'page') return null;
    const path = paths.get(target.key);
    return path === undefined ? null : `${base}${path}${target.anchor ? `#${target.anchor}` : ''}`;
  };

function renderPage(
  page: ImportedPage,
  path: string,
  addressOf: (target: ImportedTarget | undefined) => string | null,
): ManualPage {
  const targets = new Map(page.links.map(({ url, target }) => [url, target]));
  const compiled = compileText(page.markdown, { hasFrontMatter: true, titles: [page.title] });
  const filled = fillSlots(compiled, {
    targets: compiled.references.map((reference) => {
      const href = reference.kind === 'url' ? addressOf(targets.get(reference.url)) : null;
      return href === null ? null : { href };
    }),
    words: englishTextWords,
    locale: 'en',
  });
  return {
    title: page.title,
    anchor: anchorMaker()(page.title).id,
    path,
    description: page.description ?? '',
    html: filled.html.html,
    sections: listSections(page.markdown),
  };
}
