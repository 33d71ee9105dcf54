import type { Evaluation } from '../../../text/content/evaluate-expressions.ts';
import type { BodyFormat } from '../../../text/content/fields.ts';
import { hasSpecBlocks } from '../../../text/markdown/spec-blocks.ts';
import type { RichDocument } from '../../../text/rich-text/document.ts';
import type { Context } from '../../core/context.ts';
import { convertPageToHtml } from './convert-to-html.ts';
import { loadReferences, resolveReferences } from './references.ts';
import { convertToDocument } from './convert-to-document.ts';
import { evaluateText } from './evaluated-text.ts';
import type { Page } from './page.ts';
import { conditionsOf, getPageMarkdown, listVisibleSpecs } from './pages.ts';
import { withResolvedSpecs } from './spec-blocks/document.ts';

/** The text of a page in the requested format; the other members are null. */
export interface PageBody {
  readonly markdown: string | null;
  readonly document: unknown;
  readonly html: string | null;
}

/** Gets the text of a page as Markdown, as a JSON document or as HTML; null for groups and links. */
export async function getPageBody(
  ctx: Context,
  page: Page,
  options: { readonly format: BodyFormat; readonly evaluation: Evaluation },
): Promise<PageBody | null> {
  const stored = await getPageMarkdown(ctx, page);
  if (stored === null) return null;
  const { format } = options;
  // Visitors get values instead of expressions.
  const evaluation = options.evaluation === 'false' && ctx.actor.visitor ? 'true' : options.evaluation;
  const markdown = evaluation === 'false' ? stored : await evaluateText(ctx, page, stored, evaluation);
  if (format === 'markdown') return { markdown, document: null, html: null };
  if (format === 'html')
    return {
      markdown: null,
      document: null,
      html: await convertPageToHtml(ctx, page, markdown, await loadReferences(ctx, page, stored)),
    };
  const document = await convertToDocument(ctx, markdown, {
    hasFrontMatter: true,
    references: await loadReferences(ctx, page, stored),
    conditions: evaluation === 'false' ? {} : await conditionsOf(ctx, page, stored, evaluation),
    // A text with values cannot be written back: its expressions would be lost.
    keepsSource: markdown === stored,
    page: page.id,
    titles: [page.title],
  });
  return { markdown: null, document: await withSpecs(ctx, page, stored, document), html: null };
}

/** Converts a text to HTML as that of a page, whose own text stays what it is; null for groups and links. */
export async function renderPageText(ctx: Context, page: Page, markdown: string): Promise<string | null> {
  if (page.type !== 'document') return null;
  const evaluated = await evaluateText(ctx, page, markdown, 'true');
  return convertPageToHtml(ctx, page, evaluated, await resolveReferences(ctx, page, markdown));
}

/** Adds the content of specifications to the blocks that show them. */
async function withSpecs(ctx: Context, page: Page, markdown: string, document: RichDocument): Promise<RichDocument> {
  if (!hasSpecBlocks(markdown)) return document;
  const specs = await listVisibleSpecs(ctx, page);
  return withResolvedSpecs(ctx, { spaceId: page.revision.spaceId, specs }, document);
}
