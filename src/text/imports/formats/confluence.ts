import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import { isSystemFile } from '../unpack/archive-layout.ts';
import { findContentType } from '../../../lib/media-types.ts';
import { parseHtmlPage } from './html/html.ts';
import { element, hasClass, type HtmlElement, type HtmlRoot, readRoot, text } from '../../markdown/html-tree.ts';
import { emojiOf } from '../../markdown/emoji-names.ts';
import { readHtmlNavigation } from '../tree/html-navigation.ts';
import { readPages, type ReadOptions } from './read-pages.ts';
import type { SourceContent } from './source-content.ts';
import { importRefused } from '../refusal.ts';
import { readHtmlPage } from './source-page.ts';
import { readFolder, isHtmlPath, readName } from '../unpack/source-path.ts';
import { decodeText } from '../unpack/text.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { planArchive } from '../tree/plan-listed.ts';

/**
 * Reads the HTML export of a Confluence space. `index.html` lists the pages, `attachments/` contains the files.
 * Throws import_refused for other archives.
 */
export async function readConfluence(entries: readonly ArchiveEntry[], options: ReadOptions): Promise<SourceContent> {
  const kept = entries.filter(({ path }) => !isSystemFile(path));
  const index = findIndex(kept);
  if (!index)
    throw importRefused(
      `${expectedConfluence}: an archive with index.html and one HTML file for each page of the space`,
    );
  const root = readFolder(index.path);
  const names = new Map<string, string>();
  const pages = kept.filter(({ path }) => isHtmlPath(path) && path !== index.path && path.startsWith(root));
  const { sources, notes } = await readPages(pages, options, ({ path, body }) => {
    const pick = (page: HtmlRoot) => pickContent(page, (href, name) => names.set(root + href, name));
    return readHtmlPage(path, decodeText({ body, name: path, html: true }), { pick });
  });
  if (sources.size === 0) throw importRefused(`${expectedConfluence}, but the archive contains no page`);
  const list = parseHtmlPage(index.path, decodeText({ body: index.body, name: index.path, html: true }));
  const items = selectAll('ul', list).filter((ul) => select('a[href$=".html"]', ul) !== undefined);
  const sections = [{ items: items[0] ? readHtmlNavigation(items[0]) : [] }];
  return {
    ...options,
    sources,
    notes,
    names,
    entries: kept.filter(({ path }) => path !== index.path),
    // Files elsewhere belong to the layout of the export.
    isWanted: (path) => path.startsWith(`${root}attachments/`) && findContentType(path) !== undefined,
    plan: (paths) => planArchive(paths, { from: index.path, root, sections, sources }),
  };
}

export const expectedConfluence = 'Expected the HTML export of a Confluence space';

/** Finds the topmost index.html that lists pages. */
const findIndex = (entries: readonly ArchiveEntry[]) =>
  entries
    .filter(({ path, body }) => readName(path) === 'index.html' && /<li>|<li /.test(body.toString('latin1')))
    .toSorted((a, b) => a.path.length - b.path.length)[0];

function pickContent(page: HtmlRoot, nameFile: (href: string, name: string) => void): HtmlRoot {
  const main =
    select('#main-content', page) ?? select('.wiki-content', page) ?? select('#content', page) ?? select('body', page);
  for (const link of selectAll('a[href^="attachments/"], img[src^="attachments/"]', page)) noteName(link, nameFile);
  const root = readRoot([readTitle(page), ...(main?.children ?? [])]);
  visit(root, 'element', adapt);
  return root;
}

/** Page title, from a heading of the form `SPACE : Title`. */
function readTitle(page: HtmlRoot): HtmlElement {
  const heading = select('#title-text', page) ?? select('title', page);
  const title = heading ? toText(heading).trim() : '';
  const at = title.indexOf(' : ');
  return element('h1', [text(at < 0 ? title : title.slice(at + 3).trim())]);
}

function noteName({ tagName, properties, children }: HtmlElement, nameFile: (href: string, name: string) => void) {
  const address = `${properties.href ?? properties.src}`.split('?')[0] ?? '';
  const alias = properties.dataLinkedResourceDefaultAlias;
  const label = tagName === 'a' ? toText(element('p', children)).trim() : '';
  const name = typeof alias === 'string' ? alias : label;
  if (/^[^/\\]{1,150}\.[a-z\d]{1,8}$/i.test(name)) nameFile(address, name);
}

/** Converts exported macros to plain HTML, in place. */
function adapt(node: HtmlElement): void {
  if (node.tagName === 'pre') {
    const brush = /brush:\s*([\w+#-]+)/.exec(String(node.properties.dataSyntaxhighlighterParams))?.[1];
    if (brush !== undefined && !['none', 'plain', 'text'].includes(brush)) node.properties.dataLang = brush;
  } else if (node.tagName === 'img' && hasClass(node, ['emoticon'])) {
    const { dataEmojiFallback: emoji, alt } = node.properties;
    const shown = String(emoji ?? alt ?? '');
    Object.assign(node, element('span', [text(emojiOf(shown.replaceAll(':', '')) ?? shown)]));
  } else if (node.tagName === 'li' && node.properties.dataInlineTaskId !== undefined) {
    const checked = hasClass(node, ['checked']);
    node.children.unshift(element('input', [], { type: 'checkbox', checked, disabled: true }), text(' '));
  } else if (hasClass(node, ['expand-container'])) {
    const [title, content] = ['.expand-control-text', '.expand-content'].map((part) => select(part, node));
    const summary = element('summary', [text(title ? toText(title).trim() : '')]);
    Object.assign(node, element('details', [summary, ...(content?.children ?? [])]));
  } else if (hasClass(node, ['confluence-userlink'])) {
    // The address of a person leads nowhere outside of the source.
    Object.assign(node, element('span', node.children));
  } else if (hasClass(node, ['expand-control', 'panelHeader'])) {
    Object.assign(node, element('p', [element('strong', node.children)]));
  }
}
