import { notFound } from '../../../lib/errors.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { textForCaller } from './audience.ts';
import { entryIdIn } from './entry-ids.ts';
import { evaluateText } from './evaluated-text.ts';
import {
  findReusableContentRow,
  listReusableContentRows,
  type ReusableContentRow,
} from './queries/reusable-contents.ts';
import type { Revision } from './revisions.ts';

/** A text in one revision that several pages can include. */
export interface ReusableContent extends ReusableContentRow {
  readonly revision: Revision;
}

/** Lists the reusable contents of a revision by title. Throws query_too_complex. */
export async function listReusableContents(ctx: Context, revision: Revision): Promise<ReusableContent[]> {
  const rows = await listReusableContentRows(ctx.sql, revision);
  return chargeItems(ctx, rows).map((row) => ({ ...row, revision }));
}

/** Finds a reusable content of a revision. */
export async function findReusableContent(
  ctx: Context,
  revision: Revision,
  id: string,
): Promise<ReusableContent | null> {
  const row = await findReusableContentRow(ctx.sql, revision, entryIdIn(revision, id));
  return row && { ...row, revision };
}

/** Gets a reusable content of a revision. Throws not_found. */
export async function getReusableContent(ctx: Context, revision: Revision, id: string): Promise<ReusableContent> {
  const found = await findReusableContent(ctx, revision, id);
  if (found === null) throw notFound('reusable content', id);
  return found;
}

/** Gets the Markdown of a reusable content as the caller sees it. */
export async function getReusableContentMarkdown(
  ctx: Context,
  { id, documentId, revision }: ReusableContent,
): Promise<string> {
  if (documentId === null) return '';
  const text = await ctx.loaders.storedText.load(documentId);
  if (text === null) throw new Error(`Reusable content ${id} lacks its text ${documentId}`);
  const place = { revision, variables: null };
  const markdown = await textForCaller(ctx, { markdown: text.markdown, ...place });
  return ctx.actor.visitor ? evaluateText(ctx, place, markdown, 'true') : markdown;
}
