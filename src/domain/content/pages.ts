import { sql } from '../../db/sql.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { pageIdAt } from '../../loaders/content.ts';
import { formerPageIdAt } from '../../loaders/content-paths.ts';
import { inTurn, spend } from '../budget.ts';
import type { Context } from '../context.ts';
import { splitFrontMatter } from '../imports/front-matter.ts';
import { requestParseNs } from '../imports/document.ts';
import { parseProblem } from '../imports/parse-budget.ts';
import type { RichDocument } from '../rich-text/document.ts';
import { documentOf } from '../rich-text/from-markdown.ts';
import { withReferences } from '../rich-text/references.ts';
import { evaluate, hasExpressions, namesSpace, type Evaluation } from './evaluate.ts';
import type { BodyFormat } from './fields.ts';
import { variablesOfSpace } from './variables.ts';
import { buildTree, pageOf, treeTop, type Page } from './page.ts';
import { referencesOf } from './references.ts';
import type { Revision } from './revisions.ts';

/** The page tree of a revision, in one statement. */
export async function readTree(ctx: Context, revision: Revision): Promise<Page[]> {
  return buildTree(revision, spend(ctx, await ctx.loaders.contentTree.load(revision)), treeTop);
}

/** A page of a revision; null when it has none of that id. */
export async function findPage(ctx: Context, revision: Revision, id: string): Promise<Page | null> {
  const row = await ctx.loaders.contentPage.load({ state: revision, id });
  return row && pageOf(row, { revision, path: row.path, pages: null });
}

/** A page of a revision. Throws not_found. */
export async function getPage(ctx: Context, revision: Revision, id: string): Promise<Page> {
  const page = await findPage(ctx, revision, id);
  if (page === null) throw notFound('page', id);
  return page;
}

/**
 * The page that a path leads to: slugs joined by `/`, as in `Page.path`, or as they were before pages moved.
 * Throws not_found.
 */
export async function getPageByPath(ctx: Context, revision: Revision, path: string): Promise<Page> {
  const slugs = path.split('/').filter((slug) => slug !== '');
  if (slugs.length === 0 || slugs.length > maxPathSlugs) throw notFound('page', path);
  const row =
    (await ctx.sql.first<{ id: string }>(pageIdAt(revision, sql`${slugs}::text[]`))) ??
    (await ctx.sql.first<{ id: string }>(formerPageIdAt(revision, slugs)));
  if (row === null) throw notFound('page', path);
  return getPage(ctx, revision, row.id);
}

/** The tree below a page. */
export async function pagesOf(ctx: Context, page: Page): Promise<readonly Page[]> {
  if (page.pages) return spend(ctx, page.pages);
  const rows = await ctx.loaders.pagesBelow.load({ state: page.revision, id: page.id });
  return buildTree(page.revision, spend(ctx, rows), { id: page.id, path: page.path });
}

/** The text of a page, as it was stored to the byte: front matter included. Null for what is no document, or is not to be computed. */
export async function markdownOf(ctx: Context, page: Page): Promise<string | null> {
  if (page.type !== 'document' || (page.computed && page.revision.skipsComputed)) return null;
  if (page.documentId === null) return '';
  const document = await ctx.loaders.document.load(page.documentId);
  if (document === null) throw new Error(`Page ${page.id} lacks its document ${page.documentId}`);
  return document.markdown;
}

/** The text of a page in a form; null for what is no document. */
export interface PageBody {
  readonly markdown: string | null;
  readonly document: unknown;
}

/** The text of a page as Markdown or as a JSON document. Throws validation_failed for a text that is too intricate to be read. */
export async function bodyOf(
  ctx: Context,
  page: Page,
  options: { readonly format: BodyFormat; readonly evaluation: Evaluation },
): Promise<PageBody | null> {
  const stored = await markdownOf(ctx, page);
  if (stored === null) return null;
  const markdown = options.evaluation === 'false' ? stored : await evaluated(ctx, page, stored, options.evaluation);
  if (options.format === 'markdown') return { markdown, document: null };
  const document = await documentOfMarkdown(ctx, markdown);
  return { markdown: null, document: withReferences(document, await referencesOf(ctx, page)) };
}

/** A text as a JSON document, without its front matter. Throws validation_failed for one that is too intricate to be read. */
export async function documentOfMarkdown(ctx: Context, markdown: string): Promise<RichDocument> {
  const { body } = splitFrontMatter(markdown);
  const problem = parseProblem(body, requestParseNs);
  if (problem !== null) throw intricate(problem);
  return inTurn(ctx, () => {
    try {
      return documentOf(body);
    } catch (error) {
      if (error instanceof RangeError) throw intricate('it is nested too deeply');
      throw error;
    }
  });
}

const intricate = (problem: string) =>
  invalid('format', `The page cannot be read as a document: ${problem}`, 'document');

/** The variables of the space are looked up for texts that name any. */
async function evaluated(
  ctx: Context,
  page: Page,
  markdown: string,
  evaluation: Exclude<Evaluation, 'false'>,
): Promise<string> {
  if (!hasExpressions(markdown)) return markdown;
  const space = namesSpace(markdown) ? await variablesOfSpace(ctx, page.revision) : {};
  return inTurn(ctx, () => evaluate(markdown, { page: page.variables ?? {}, space, evaluation }));
}

/** Slugs of a path that are looked up; nothing that is written is deeper. */
const maxPathSlugs = 500;
