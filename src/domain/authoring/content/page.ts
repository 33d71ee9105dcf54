import { addToList } from '../../../lib/add-to-list.ts';
import type { PageRow } from '../../../db/content/pages.ts';
import type { ContentReference } from '../../../text/rich-text/content-reference.ts';
import { isGenerated } from './computed/source.ts';
import {
  defaultLayout,
  type PageAttributes,
  type PageComputed,
  type PageCover,
  type PageLayout,
  type PageType,
} from '../../../text/content/fields.ts';
import type { Revision } from './revisions.ts';

/** A page in a tree, which may stand in many revisions. Its id is unique in the space and stable across revisions. */
export interface TreePage extends Omit<PageRow, 'type' | 'attributes'> {
  readonly type: PageType;
  readonly description: string | null;
  readonly emoji: string | null;
  readonly icon: string | null;
  readonly cover: PageCover | null;
  readonly variables: Readonly<Record<string, string>> | null;
  /** The target of a link page. */
  readonly target: ContentReference | null;
  /** A boolean expression over the visitor's claims that decides who sees the published page. */
  readonly condition: string | null;
  /** The source of a computed page. */
  readonly computed: PageComputed | null;
  /** Where a computed page was generated from: the version of its source, or the page itself. */
  readonly computedSeed: string | null;
  readonly hidden: boolean;
  readonly noIndex: boolean;
  readonly noRobotsIndex: boolean;
  /** Completed with the defaults. */
  readonly layout: PageLayout;
  /** Slugs from the top of the tree, joined by `/`; null for link pages, which have none. */
  readonly path: string | null;
  /** Child pages; null when they were not read with the page. */
  readonly pages: readonly TreePage[] | null;
}

/** A page of one revision. */
export interface Page extends Omit<TreePage, 'pages'> {
  readonly revision: Revision;
  readonly pages: readonly Page[] | null;
}

/** Members of a page that are not in its row. */
type PageContext = Pick<Page, 'revision' | 'path' | 'pages'>;

export const pageOf = (row: PageRow, { revision, path, pages }: PageContext): Page =>
  Object.assign(treePageOf(row, path, pages), { revision, pages });

export function treePageOf(row: PageRow, path: string | null, pages: readonly TreePage[] | null): TreePage {
  const attributes = row.attributes as PageAttributes;
  return {
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
    computedSeed: attributes.computed ? (attributes.computedSeed ?? row.id) : null,
    hidden: attributes.hidden ?? false,
    noIndex: attributes.noIndex ?? false,
    noRobotsIndex: attributes.noRobotsIndex ?? false,
    layout: attributes.layout ? { ...defaultLayout, ...attributes.layout } : defaultLayout,
    path: row.slug === null ? null : path,
    pages,
  };
}

/** Root of a tree to build: the top of the space, or a page. */
type TreeRoot = { readonly id: string | null; readonly path: string | null };

export const treeTop: TreeRoot = { id: null, path: null };

/** Builds a tree from pages whose siblings are in order. */
export const buildTree = (revision: Revision, rows: readonly PageRow[], root: TreeRoot): Page[] =>
  buildLevel<Page>(shownRows(revision, rows), root, (row, path, pages) => pageOf(row, { revision, path, pages }));

/** The rows of a tree without the pages that a revision skips. */
export const shownRows = ({ skipsComputed }: Revision, rows: readonly PageRow[]): readonly PageRow[] =>
  skipsComputed ? rows.filter(({ attributes }) => !isGenerated({ attributes: attributes as PageAttributes })) : rows;

/** Builds the level below a page from the rows of a tree, with the levels below it. */
export function buildLevel<Node>(
  rows: readonly PageRow[],
  root: TreeRoot,
  make: (row: PageRow, path: string | null, pages: Node[]) => Node,
): Node[] {
  const siblings = new Map<string | null, PageRow[]>();
  for (const row of rows) addToList(siblings, row.parentId, row);
  const build = ({ id, path }: TreeRoot): Node[] =>
    (siblings.get(id) ?? []).map((row) => {
      const own = path === null ? row.slug : `${path}/${row.slug ?? ''}`;
      return make(row, own, build({ id: row.id, path: own }));
    });
  return build(root);
}

/** Flattens a tree in reading order: parents before children. */
export function flatten<Node extends { readonly pages: readonly Node[] | null }>(pages: readonly Node[]): Node[] {
  const flat: Node[] = [];
  const walk = (level: readonly Node[]) => {
    for (const page of level) {
      flat.push(page);
      if (page.pages) walk(page.pages);
    }
  };
  walk(pages);
  return flat;
}
