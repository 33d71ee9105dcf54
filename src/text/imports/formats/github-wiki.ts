import { visit } from 'unist-util-visit';
import { decodePercent } from '../../../lib/percent.ts';
import { commonFolder, isHiddenPath, isSystemFile } from '../unpack/archive-layout.ts';
import { createLocator, type Locate } from '../links/locator.ts';
import { parseMarkdown } from '../../markdown/parser.ts';
import { outcomeOf } from '../../../lib/text-outcome.ts';
import { readPages, type ReadOptions } from './read-pages.ts';
import type { SourceContent } from './source-content.ts';
import { importRefused } from '../refusal.ts';
import { readHtmlPage, readMarkdownPage } from './source-page.ts';
import { extensionOf } from '../../../lib/media-types.ts';
import {
  readFolder,
  isHtmlPath,
  isPagePath,
  linkAddress,
  readName,
  relativePath,
  stemOf,
} from '../unpack/source-path.ts';
import { readSummary } from '../tree/summary.ts';
import { decodeText } from '../unpack/text.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { planListed } from '../tree/plan-listed.ts';

export const expectedWiki = 'Expected a ZIP archive of a GitHub wiki';

/**
 * Reads a GitHub wiki. Pages are found by name in any folder. `Home` comes first, `_Sidebar` determines the
 * order, and `[[links]]` are converted. Throws import_refused for an archive without a Markdown page.
 */
export async function readWiki(entries: readonly ArchiveEntry[], options: ReadOptions): Promise<SourceContent> {
  const kept = entries.filter(({ path }) => !isSystemFile(path));
  const isSpecial = ({ path }: ArchiveEntry) =>
    isPagePath(path) && /^_(?:sidebar|footer|header)\./i.test(readName(path));
  const pages = kept.filter((entry) => isPagePath(entry.path) && !isSpecial(entry));
  if (pages.length === 0) throw importRefused(`${expectedWiki} with pages in Markdown (.md)`);
  const root = commonFolder(pages);
  const paths = kept.filter((entry) => !isSpecial(entry)).map(({ path }) => path);
  const locate = locateByName(paths, root);
  const { sources, notes } = await readPages(pages, options, ({ path, body }) => {
    const source = decodeText({ body, name: path, html: isHtmlPath(path) });
    if (isHtmlPath(path)) return readHtmlPage(path, source);
    return readMarkdownPage(path, linkWikiWords(source, path, locate));
  });
  const sidebar = kept.find(({ path }) => /^_sidebar\./i.test(readName(path)) && !isHiddenPath(path));
  const markdown = sidebar
    ? linkWikiWords(decodeText({ body: sidebar.body, name: sidebar.path }), sidebar.path, locate)
    : '';
  return {
    ...options,
    sources,
    notes,
    entries: kept.filter((entry) => !isSpecial(entry)),
    plan: () =>
      planListed({
        from: sidebar?.path ?? root,
        root,
        sections: readSummary(markdown),
        sources,
        locate,
        home: [...sources.keys()].find((path) => /^home$/i.test(stemOf(path))),
      }),
  };
}

/** Resolves paths in the archive, otherwise page names as GitHub does. */
function locateByName(paths: readonly string[], root: string): Locate {
  const plain = createLocator(paths, root);
  const byName = new Map<string, string>();
  for (const path of paths) {
    const name = fold(isPagePath(path) ? stemOf(path) : readName(path));
    if (!byName.has(name)) byName.set(name, path);
  }
  // GitHub puts the files of a wiki in the folder `repository.wiki-master`.
  const repository = /^([^/]+)\.wiki(?:-[^/]*)?\//.exec(root)?.[1]?.toLowerCase();
  return (from, url) => {
    const web = /^https?:\/\/github\.com\/[^/]+\/([^/]+)\/wiki(?:\/([^?#]*))?(#.*)?$/i.exec(url);
    const isOwn = web !== null && web[1]?.toLowerCase() === repository;
    const address = isOwn ? `${web[2] || 'Home'}${web[3] ?? ''}` : url;
    const location = plain(from, address);
    if (location.kind !== 'nowhere' && !(location.kind === 'inside' && location.path.endsWith('/'))) return location;
    const [target = '', fragment] = address.split('#', 2);
    const path = byName.get(fold(readName(decodePercent(target))));
    if (path === undefined) return location;
    return { kind: 'inside', path, ...(fragment && { anchor: decodePercent(fragment) }) };
  };
}

const fold = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');

/** Converts `[[Page]]`, `[[Text|Page#part]]` and `[[picture.png|alt=Text]]` outside of code to Markdown links. */
function linkWikiWords(markdown: string, path: string, locate: Locate): string {
  if (!markdown.includes('[[')) return markdown;
  const parsed = outcomeOf(() => parseMarkdown(markdown));
  if ('problem' in parsed) return markdown;
  const code: [number, number][] = [];
  const blocks: [number, number][] = [];
  visit(parsed.value, (node) => {
    const span: [number, number] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    if (node.type === 'inlineCode' || node.type === 'html') code.push(span);
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') blocks.push(span);
  });
  let text = '';
  let at = 0;
  for (const [start, end] of blocks)
    for (const match of markdown.slice(start, end).matchAll(/\[\[([^[\]\n|]{1,300})(?:\\?\|([^[\]\n]{1,300}))?\]\]/g)) {
      const from = start + match.index;
      if (from < at || code.some(([open, close]) => from >= open && from < close)) continue;
      text += markdown.slice(at, from) + readLink(match[1] ?? '', match[2], { path, locate });
      at = from + match[0].length;
    }
  return text + markdown.slice(at);
}

function readLink(
  first: string,
  second: string | undefined,
  { path, locate }: { path: string; locate: Locate },
): string {
  const isPicture = pictures.has(extensionOf(first.trim()));
  const target = isPicture ? first.trim() : (second ?? first).trim();
  const alt = /(?:^|\|)alt=([^|]*)/.exec(second ?? '')?.[1]?.trim() ?? '';
  const label = isPicture ? alt : first.trim();
  const location = isPicture ? locate(path, `/${target.replace(/^\//, '')}`) : locate(path, target);
  const found =
    location.kind === 'inside'
      ? `${relativePath(readFolder(path), location.path)}${location.anchor ? `#${location.anchor}` : ''}`
      : target;
  const address = /^[a-z]+:/i.test(found) ? found : linkAddress(found);
  return `${isPicture ? '!' : ''}[${label}](${address})`;
}

const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'bmp']);
