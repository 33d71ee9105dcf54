import type { PageRow } from '../../loaders/content.ts';
import {
  defaultLayout,
  type ContentReference,
  type PageAttributes,
  type PageComputed,
  type PageCover,
  type PageLayout,
  type PageType,
} from './fields.ts';
import type { Revision } from './revisions.ts';

/** A page of one revision. Its id is its own in the space, whatever the revision. */
export interface Page extends Omit<PageRow, 'type' | 'attributes'> {
  readonly revision: Revision;
  readonly type: PageType;
  readonly description: string | null;
  readonly emoji: string | null;
  readonly icon: string | null;
  readonly cover: PageCover | null;
  readonly variables: Readonly<Record<string, string>> | null;
  /** Where a link leads. */
  readonly target: ContentReference | null;
  /** Who sees the published page. */
  readonly condition: string | null;
  /** From what it is made. */
  readonly computed: PageComputed | null;
  readonly hidden: boolean;
  readonly noIndex: boolean;
  readonly noRobotsIndex: boolean;
  /** With the defaults of what the page does not say. */
  readonly layout: PageLayout;
  /** The slugs from the top of the tree; null for links, which have none. */
  readonly path: string | null;
  /** The child pages; null when they were not read with it. */
  readonly pages: readonly Page[] | null;
}

/** What a page stands in: its revision, its path, and its children when they are known. */
export type PagePlace = Pick<Page, 'revision' | 'path' | 'pages'>;

export function pageOf(row: PageRow, { revision, path, pages }: PagePlace): Page {
  const attributes = row.attributes as PageAttributes;
  return {
    revision,
    id: row.id,
    parentId: row.parentId,
    type: row.type as PageType,
    title: row.title,
    slug: row.slug,
    documentId: row.documentId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    description: attributes.description ?? null,
    emoji: attributes.emoji ?? null,
    icon: attributes.icon ?? null,
    cover: attributes.cover ?? null,
    variables: attributes.variables ?? null,
    target: attributes.target ?? null,
    condition: attributes.condition ?? null,
    computed: attributes.computed ?? null,
    hidden: attributes.hidden ?? false,
    noIndex: attributes.noIndex ?? false,
    noRobotsIndex: attributes.noRobotsIndex ?? false,
    layout: attributes.layout ? { ...defaultLayout, ...attributes.layout } : defaultLayout,
    path: row.slug === null ? null : path,
    pages,
  };
}

/** Where the tree that is built hangs: the top, or a page of it. */
export type TreeRoot = { readonly id: string | null; readonly path: string | null };

export const treeTop: TreeRoot = { id: null, path: null };

/** Puts pages, siblings in order, under their parents. */
export function buildTree(revision: Revision, rows: readonly PageRow[], root: TreeRoot): Page[] {
  const siblings = new Map<string | null, PageRow[]>();
  for (const row of rows) {
    const known = siblings.get(row.parentId);
    if (known) known.push(row);
    else siblings.set(row.parentId, [row]);
  }
  const build = ({ id, path }: TreeRoot): Page[] =>
    (siblings.get(id) ?? []).map((row) => {
      const own = path === null ? row.slug : `${path}/${row.slug ?? ''}`;
      return pageOf(row, { revision, path: own, pages: build({ id: row.id, path: own }) });
    });
  return build(root);
}

/** Every page, parents before children, in reading order. */
export function flatten(pages: readonly Page[]): Page[] {
  const flat: Page[] = [];
  const walk = (level: readonly Page[]) => {
    for (const page of level) {
      flat.push(page);
      if (page.pages) walk(page.pages);
    }
  };
  walk(pages);
  return flat;
}
