import type { PageRow } from '../../../db/content/pages.ts';
import { findRewritten } from '../../../loaders/kept-trees.ts';
import { awaitTurn, chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { buildLevel, flatten, shownRows, treePageOf, treeTop, type TreePage } from './page.ts';
import type { Revision } from './revisions.ts';

/** The pages of a revision as a tree, and as lists in reading order. */
export interface SharedTree {
  readonly tree: readonly TreePage[];
  readonly pages: PagesById;
  readonly documents: readonly TreePage[];
  /** The pages that lead elsewhere. */
  readonly linked: readonly TreePage[];
}

/** The pages of a tree by their ids, in reading order. Where each page stands is shared with the trees that are made of it. */
class PagesById {
  readonly #pages: readonly TreePage[];
  readonly #orders: ReadonlyMap<string, number>;

  constructor(
    pages: readonly TreePage[],
    orders: ReadonlyMap<string, number> = new Map(pages.map(({ id }, order) => [id, order])),
  ) {
    this.#pages = pages;
    this.#orders = orders;
  }

  get size() {
    return this.#pages.length;
  }

  /** In reading order. */
  get list(): readonly TreePage[] {
    return this.#pages;
  }

  readonly keys = () => this.#orders.keys();
  readonly values = () => this.#pages.values();

  get(id: string): TreePage | undefined {
    const order = this.#orders.get(id);
    return order === undefined ? undefined : this.#pages[order];
  }

  /** The same pages, but for those that are rewritten. */
  rewrite(rewritten: ReadonlyMap<string, TreePage>): PagesById {
    const pages = [...this.#pages];
    for (const [id, page] of rewritten) {
      const order = this.#orders.get(id);
      if (order !== undefined) pages[order] = page;
    }
    return new PagesById(pages, this.#orders);
  }
}

interface MadeTree extends SharedTree {
  readonly documentsById: PagesById;
}

/** The tree that was made of all rows of a revision. */
const made = new WeakMap<readonly PageRow[], MadeTree>();

/**
 * Reads the page tree of a revision for who asks for one revision after the other. Where pages were rewritten and none was moved, all
 * others are those of the tree before: a large tree costs more to make than to read. Throws query_too_complex.
 */
export async function loadSharedTree(ctx: Context, revision: Revision): Promise<SharedTree> {
  const rows = chargeItems(ctx, await ctx.loaders.contentTree.load(revision));
  const known = made.get(rows);
  if (known && !revision.skipsComputed) return known;
  await awaitTurn(ctx, rows.length);
  const earlier = findRewritten(rows);
  const before = earlier && made.get(earlier.before);
  if (before && !revision.skipsComputed) return keep(rows, rewritePages(before, earlier.rows));
  const tree = buildLevel<TreePage>(shownRows(revision, rows), treeTop, treePageOf);
  const flat = flatten(tree);
  const shared = withLists(tree, {
    pages: new PagesById(flat),
    documentsById: new PagesById(flat.filter(({ type }) => type === 'document')),
    linked: flat.filter(isLinked),
  });
  return revision.skipsComputed ? shared : keep(rows, shared);
}

function keep(rows: readonly PageRow[], shared: MadeTree): SharedTree {
  made.set(rows, shared);
  return shared;
}

const isLinked = ({ target }: TreePage) => target !== null;

const withLists = (
  tree: readonly TreePage[],
  lists: Pick<MadeTree, 'pages' | 'documentsById' | 'linked'>,
): MadeTree => ({ tree, ...lists, documents: lists.documentsById.list });

/** The tree with other texts and attributes of some pages. They and the pages above them are new. */
function rewritePages(before: MadeTree, rows: readonly PageRow[]): MadeTree {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const above = new Set(rows.flatMap(({ parentId }) => listAbove(before, parentId)));
  const pages = new Map<string, TreePage>();
  const rewrite = (level: readonly TreePage[]): readonly TreePage[] =>
    level.some(({ id }) => above.has(id) || byId.has(id)) ? level.map(rewritePage) : level;
  const rewritePage = (page: TreePage): TreePage => {
    const row = byId.get(page.id);
    if (row === undefined && !above.has(page.id)) return page;
    const below = page.pages && rewrite(page.pages);
    const rewritten = row ? treePageOf(row, page.path, below) : { ...page, pages: below };
    pages.set(page.id, rewritten);
    return rewritten;
  };
  const tree = rewrite(before.tree);
  const all = before.pages.rewrite(pages);
  const isLinkChanged = [...pages].some(([id, page]) => isLinked(page) || before.pages.get(id)?.target);
  return withLists(tree, {
    pages: all,
    documentsById: before.documentsById.rewrite(pages),
    linked: isLinkChanged ? all.list.filter(isLinked) : before.linked,
  });
}

function listAbove({ pages }: SharedTree, parentId: string | null): string[] {
  const above: string[] = [];
  for (let id = parentId; id !== null; id = pages.get(id)?.parentId ?? null) above.push(id);
  return above;
}
