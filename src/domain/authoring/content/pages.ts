import { notFound } from '../../../lib/errors.ts';
import type { Page as ListPage, PageRequest } from '../../../lib/page.ts';
import { chargeItems, awaitTurn, haltIfOver } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { window } from '../../core/window.ts';
import { findOpenApiSource } from './computed/source.ts';
import { textForCaller } from './audience.ts';
import { evaluateConditions, hasConditions, type Evaluation } from '../../../text/content/evaluate-expressions.ts';
import { withoutComments } from '../../../text/markdown/comments.ts';
import { evaluateText } from './evaluated-text.ts';
import { variablesOfSpace } from './variables.ts';
import { buildTree, flatten, pageOf, treeTop, type Page } from './page.ts';
import { findPageIdByFormerPath, findPageIdByPath } from './queries/pages.ts';
import { entryIdIn } from './entry-ids.ts';
import { pickContent, type Revision } from './revisions.ts';
import { revisionStateId } from './state-ids.ts';
import type { Space } from '../spaces/spaces.ts';

/** Reads the page tree of a revision in one statement. Throws query_too_complex. */
export async function loadTree(ctx: Context, revision: Revision): Promise<Page[]> {
  const rows = chargeItems(ctx, await ctx.loaders.contentTree.load(revision));
  await awaitTurn(ctx, rows.length);
  return buildTree(revision, rows, treeTop);
}

/** Lists the pages of a revision in reading order. Throws query_too_complex. */
export const listPages = async (ctx: Context, revision: Revision, page: PageRequest): Promise<ListPage<Page>> =>
  window(ctx, { name: 'pages', filters: [revisionStateId(revision)] }, flatten(await loadTree(ctx, revision)), page);

/** Finds a page of a revision by id. */
export async function findPage(ctx: Context, revision: Revision, id: string): Promise<Page | null> {
  const row = await ctx.loaders.contentPage.load({ state: revision, id: entryIdIn(revision, id) });
  return row && pageOf(row, { revision, path: row.path, pages: null });
}

/** Gets a page of a revision. Throws not_found. */
export async function getPage(ctx: Context, revision: Revision, id: string): Promise<Page> {
  const page = await findPage(ctx, revision, id);
  if (page === null) throw notFound('page', id);
  return page;
}

/**
 * Finds a page of the main content of a space that the caller may read. Pages of many spaces take one statement. Throws
 * insufficient_scope.
 */
export async function findMainPage(ctx: Context, space: Space, id: string): Promise<Page | null> {
  const revision = await pickContent(ctx, space);
  if (ctx.actor.visitor?.view) return findPage(ctx, revision, id);
  const row = await ctx.loaders.mainPage.load(`${space.id} ${id}`);
  if (row === null) return null;
  const isHidden = revision.hidden?.entryIds.includes(id) ?? false;
  return isHidden ? null : pageOf(row, { revision, path: row.path, pages: null });
}

/**
 * Gets the page at a path, as in `Page.path`, or at a path from which it was moved. A path may be percent-encoded, as in a URL; its
 * encoded letters are then found in lower case too. Throws not_found.
 */
export async function getPageByPath(ctx: Context, revision: Revision, path: string): Promise<Page> {
  const decoded = decodePath(path);
  const id =
    (await findIdByPath(ctx, revision, path)) ??
    (decoded === null ? null : await findIdByPath(ctx, revision, decoded)) ??
    (decoded === null ? null : await findIdByPath(ctx, revision, decoded.toLowerCase()));
  if (id === null) throw notFound('page', path);
  return getPage(ctx, revision, id);
}

/** The path that a percent-encoded one means; null for any other. */
function decodePath(path: string): string | null {
  if (!path.includes('%')) return null;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

async function findIdByPath({ sql }: Context, revision: Revision, path: string): Promise<string | null> {
  const slugs = path
    .normalize('NFC')
    .split('/')
    .filter((slug) => slug !== '');
  if (slugs.length === 0 || slugs.length > maxPathSlugs) return null;
  return (await findPageIdByPath(sql, revision, slugs)) ?? (await findPageIdByFormerPath(sql, revision, slugs));
}

/** Lists the descendants of a page as a tree. Throws query_too_complex. */
export async function listPagesBelow(ctx: Context, page: Page): Promise<readonly Page[]> {
  await haltIfOver(ctx);
  if (page.pages) return chargeItems(ctx, page.pages);
  const rows = chargeItems(ctx, await ctx.loaders.pagesBelow.load({ state: page.revision, id: page.id }));
  await awaitTurn(ctx, rows.length);
  return buildTree(page.revision, rows, { id: page.id, path: page.path });
}

/**
 * Gets the Markdown of a page as the caller sees it, with front matter. Null for groups and links, and for computed
 * pages when they are skipped.
 */
export async function getPageMarkdown(ctx: Context, page: Page): Promise<string | null> {
  if (page.type !== 'document' || (page.computed && page.revision.skipsComputed)) return null;
  if (page.documentId === null) return '';
  const text = await ctx.loaders.storedText.load(page.documentId);
  if (text === null) throw new Error(`Page ${page.id} lacks its text ${page.documentId}`);
  return textForCaller(ctx, { markdown: text.markdown, revision: page.revision, variables: page.variables });
}

/**
 * Lists the specifications that blocks in the text of a page may show: the source of the page, and those that the
 * authors of the text could read.
 */
export async function listVisibleSpecs(
  ctx: Context,
  page: Pick<Page, 'id' | 'revision' | 'computed'>,
): Promise<ReadonlySet<string>> {
  const own = findOpenApiSource(page.computed ?? undefined);
  return own ? new Set([own.spec]) : listNamedSpecs(ctx, page);
}

/** Lists the specifications that blocks in a text name and that its authors could read. */
export async function listNamedSpecs(
  ctx: Context,
  { revision, id }: { readonly revision: Revision; readonly id: string },
): Promise<ReadonlySet<string>> {
  const rows = await ctx.loaders.contentLinks.load({ state: revision, id });
  return new Set(rows.flatMap(({ kind, targetId }) => (kind === 'openapi' && targetId !== null ? [targetId] : [])));
}

/** Evaluates the expressions and conditions in the text of a page. */
export async function evaluatePageText(ctx: Context, page: Page) {
  return evaluateTextOn(ctx, page, (await getPageMarkdown(ctx, page)) ?? '');
}

/** Evaluates the expressions and conditions of any text that a page shows, without the comments of its authors. */
export const evaluateTextOn = async (ctx: Context, page: Page, markdown: string) => ({
  text: await evaluateText(ctx, page, withoutComments(markdown), 'true'),
  conditions: await conditionsOf(ctx, page, markdown, 'true'),
});

/** Evaluates the conditions of a text. */
export async function conditionsOf(
  ctx: Context,
  page: Page,
  markdown: string,
  evaluation: Exclude<Evaluation, 'false'>,
): Promise<Record<string, boolean>> {
  if (!hasConditions(markdown)) return {};
  const space = await variablesOfSpace(ctx, page.revision);
  return evaluateConditions(markdown, { page: page.variables ?? {}, space, evaluation });
}

/** Maximum number of slugs in a path. No stored tree is that deep, so longer paths are not looked up. */
const maxPathSlugs = 500;
