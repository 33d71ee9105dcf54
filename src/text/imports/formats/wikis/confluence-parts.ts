import { counted } from '../../../../lib/counted.ts';
import { attributeOf, isElement, type HtmlElement, type HtmlNode } from '../../../markdown/html-tree.ts';

/** What a text of Confluence uses to write itself. */
export interface StorageWriting {
  /** The address of a page by its title and the key of its space; null when the export does not have it. */
  readonly pageAddress: (title: string, space: string) => string | null;
  /** The address of the page to which an address of Confluence leads, or of a page by its id; null when it is no page of the export. */
  readonly ownAddress: (url: string) => string | null;
  /** The address of the first page of a space by its key; null for another space. */
  readonly spaceAddress: (key: string) => string | null;
  /** The address of a file of the page that is written, or of the page with a title. */
  readonly fileAddress: (name: string, title: string) => string | null;
  /** Lists the names of the files of the page that is written. */
  readonly listFiles: () => readonly string[];
  /** The name of a person. */
  readonly personName: (key: string) => string;
  /** The text of a page that the written one may show, in the form of Confluence; its excerpt, or all of it. */
  readonly textOf: (title: string, part: 'excerpt' | 'page', name: string) => string | null;
  /** Links to the pages below one with a title, or below the written one, as a list. */
  readonly listBelow: (title: string, isDeep: boolean) => string;
  /** Links to the pages that have a label of each group, as a list. */
  readonly listLabelled: (groups: readonly (readonly string[])[]) => string;
  /** Links to the posts of the blog, as a list. */
  readonly listPosts: () => string;
  /** Called with the name of each part that nothing expresses. */
  readonly miss: (name: string) => void;
  /** Called with the name of each part that Confluence does not show to everybody, and that is left out. */
  readonly withhold: (name: string) => void;
  /** How many pages include each other above this text. */
  readonly depth: number;
}

/** The first part of an element with a name, at any depth above other macros. */
export const partOf = (node: HtmlElement, name: string): HtmlElement | undefined =>
  node.children.filter(isElement).find((child) => child.tagName === name);

const partBelow = (node: HtmlElement, name: string): HtmlElement | undefined => {
  const direct = partOf(node, name);
  if (direct) return direct;
  for (const child of node.children.filter(isElement)) {
    const found = partBelow(child, name);
    if (found) return found;
  }
  return undefined;
};

/** The text of a part. */
export const valueOf = (node: HtmlElement, name: string): string => {
  const part = partOf(node, name);
  return part ? plainText(part).trim() : '';
};

/** Text with its line breaks. */
export const plainText = ({ children }: { readonly children: readonly HtmlNode[] }): string =>
  children
    .map((child) => {
      if (child.type === 'text') return child.value;
      return isElement(child) ? plainText(child) : '';
    })
    .join('');

/** The name of a file that a text names, and its address, which leads nowhere when the export does not have it. */
export function fileIn(file: HtmlElement, { fileAddress }: StorageWriting) {
  const name = attributeOf(file, 'ri:filename');
  return {
    name,
    address: fileAddress(name, pageIn(file)?.title ?? '') ?? `attachments/${encodeURIComponent(name)}`,
  };
}

/** Says which labels of a page are left out. */
export const describeLabels = (labels: readonly string[]): string[] =>
  labels.length === 0
    ? []
    : [`${counted(labels.length, 'label is', 'labels are')} left out: ${labels.slice(0, 5).join(', ')}`];

/** The title and space of the page that a link or parameter names. */
export function pageIn(node: HtmlElement): { readonly title: string; readonly space: string } | null {
  const page = partBelow(node, 'ri:page') ?? partBelow(node, 'ri:blog-post');
  return page ? { title: attributeOf(page, 'ri:content-title'), space: attributeOf(page, 'ri:space-key') } : null;
}
