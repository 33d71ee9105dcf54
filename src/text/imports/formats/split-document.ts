import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import type { SourceContent } from './source-content.ts';
import { createLocator } from '../links/locator.ts';
import { printHtml } from './html/html.ts';
import {
  element,
  hasClass,
  type HtmlElement,
  type HtmlRoot,
  isElement,
  readRoot,
  text,
} from '../../markdown/html-tree.ts';
import type { ImportNote } from '../import-tree.ts';
import { pageOfHtml, type SourcePage } from './source-page.ts';
import { cleanText } from '../../markdown/clean-text.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import GithubSlugger from 'github-slugger';

/** An HTML document with the files beside it. */
export interface WholeDocument {
  readonly root: HtmlRoot;
  /** Path of the document. Its URLs are relative to it. */
  readonly path: string;
  /** Title to use when the document has none. */
  readonly title: string;
  readonly entries?: readonly ArchiveEntry[];
  /** Parts that cannot be read. */
  readonly notes?: readonly ImportNote[];
  readonly warnings?: readonly ImportNote[];
}

/**
 * Splits a document into pages at its headings of level 1. The content before the first one is the parent page. A document
 * with fewer than two such headings is one page. A heading of the class `title` is the title of the document.
 */
export function splitDocument({
  root,
  path,
  title,
  entries = [],
  notes = [],
  warnings = [],
}: WholeDocument): SourceContent {
  const parts = splitAtHeadings(root, path, title);
  retarget(parts);
  const sources = new Map<string, SourcePage>();
  for (const part of parts) {
    const page = printHtml(part.path, part.root);
    sources.set(part.path, pageOfHtml(part.path, { ...page, title: part.title }));
  }
  const [first, ...rest] = parts;
  return {
    sources,
    entries,
    notes,
    warnings,
    isWanted: () => false,
    plan: (paths) => ({
      root: '',
      pages: [
        pageNode(
          first.path,
          rest.map((part) => pageNode(part.path, [])),
        ),
      ],
      locate: createLocator(paths, ''),
      missing: [],
      skipReason: '',
    }),
  };
}

const pageNode = (path: string, children: readonly { kind: 'document'; path: string; children: [] }[]) =>
  ({ kind: 'document', path, children: children as [] }) as const;

interface Part {
  readonly path: string;
  readonly title: string;
  readonly root: HtmlRoot;
}

function splitAtHeadings(root: HtmlRoot, path: string, title: string): [Part, ...Part[]] {
  const isCut = (node: HtmlRoot['children'][number]): node is HtmlElement =>
    isElement(node) && node.tagName === 'h1' && !isTitle(node);
  const whole = root.children.find((node) => isElement(node) && node.tagName === 'h1');
  const own =
    whole && isElement(whole) && (isTitle(whole) || root.children.filter(isCut).length === 1)
      ? cleanText(toText(whole), 256)
      : '';
  const name = own || title;
  if (root.children.filter(isCut).length < 2) return [{ path, title: name, root }];
  const slugger = new GithubSlugger();
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const parts: [Part, ...Part[]] = [{ path, title: name, root: readRoot([]) }];
  slugger.slug(path.slice(folder.length).replace(/\.\w+$/, ''));
  let open = parts[0].root;
  for (const node of root.children) {
    if (isCut(node)) {
      const heading = cleanText(toText(node), 256);
      open = readRoot([]);
      parts.push({ path: `${folder}${slugger.slug(heading) || 'page'}.html`, title: heading, root: open });
    }
    open.children.push(node);
  }
  if (!parts[0].root.children.some((node) => isElement(node) && node.tagName === 'h1'))
    parts[0].root.children.unshift(element('h1', [text(name)]));
  return parts;
}

const isTitle = (heading: HtmlElement) => hasClass(heading, ['title']);

/** Retargets fragment links to places that are now on another page. */
function retarget(parts: readonly Part[]): void {
  const pathOf = new Map<string, string>();
  for (const { root, path } of parts)
    visit(root, 'element', ({ properties }) => {
      for (const id of [properties.id, properties.name])
        if (typeof id === 'string' && !pathOf.has(id)) pathOf.set(id, path);
    });
  for (const { root, path } of parts)
    visit(root, 'element', ({ properties }) => {
      const { href } = properties;
      if (typeof href !== 'string' || !href.startsWith('#')) return;
      const target = pathOf.get(href.slice(1));
      if (target !== undefined && target !== path)
        properties.href = `${encodeURIComponent(target.slice(target.lastIndexOf('/') + 1))}${href}`;
    });
}
