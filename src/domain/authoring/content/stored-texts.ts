import { notFound } from '../../../lib/errors.ts';
import { enterChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { textForCaller } from './audience.ts';
import type { StoredText } from '../../../text/content/changes.ts';
import { evaluateText } from './evaluated-text.ts';
import { pickContent, type Revision } from './revisions.ts';
import { convertToDocument } from './convert-to-document.ts';
import type { RichDocument } from '../../../text/rich-text/document.ts';
import {
  findEntryWithText,
  insertOrLockTexts,
  insertOrTouchTexts,
  listLinesWithText,
  listTitlesOfText,
} from './queries/stored-texts.ts';

/** Gets a text of the space, from any revision that the caller may read. Throws not_found, insufficient_scope. */
export async function getStoredText(ctx: Context, spaceId: string, id: string): Promise<StoredText> {
  const space = await authorizedSpace(ctx, spaceId, 'readContent');
  if (ctx.actor.visitor) return textForVisitor(ctx, await pickContent(ctx, space), id);
  const [first, ...lines] = await listLinesWithText(ctx.sql, spaceId, id);
  // Main content is checked first, because every reader may read all of it.
  const isReadable =
    first === spaceId ||
    (first !== undefined &&
      (await Promise.all([first, ...lines].map((line) => canRead(ctx, spaceId, line)))).includes(true));
  const text = isReadable ? await ctx.loaders.storedText.load(id) : null;
  if (text === null) throw notFound('document', id);
  return text;
}

/** Gets a text of a published page or reusable content that the visitor sees. Throws not_found. */
async function textForVisitor(ctx: Context, revision: Revision, id: string): Promise<StoredText> {
  const entry = await findEntryWithText(ctx.sql, revision, id);
  const text = entry && (await ctx.loaders.storedText.load(id));
  if (!text) throw notFound('document', id);
  const place = { revision, variables: entry.variables };
  const shown = await textForCaller(ctx, { markdown: text.markdown, ...place });
  return { id, markdown: await evaluateText(ctx, place, shown, 'true') };
}

/** Converts a text of the space to a document, as the pages that have the text show it. */
export async function convertStoredText(
  ctx: Context,
  spaceId: string,
  { id, markdown }: StoredText,
): Promise<RichDocument> {
  const titles = await listTitlesOfText(ctx.sql, spaceId, id);
  return convertToDocument(ctx, markdown, { hasFrontMatter: true, titles });
}

const canRead = (ctx: Context, spaceId: string, changeRequestId: string): Promise<boolean> =>
  enterChangeRequest(ctx, { id: changeRequestId, spaceId }).then(
    () => true,
    () => false,
  );

/**
 * Stores texts, each content once, in the transaction that refers to them or before it. `sweepContent` deletes
 * unreferenced texts after a day.
 */
export async function storeTexts(
  ctx: Pick<Context, 'sql' | 'now' | 'inTransaction'>,
  texts: readonly StoredText[],
): Promise<void> {
  const createdAt = ctx.now().toISOString();
  const rows = new Map(texts.map(({ id, markdown, anchors = null }) => [id, { id, markdown, anchors, createdAt }]));
  // Sorted across statements too, so that two transactions cannot deadlock.
  const sorted = [...rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await (ctx.inTransaction ? insertOrLockTexts(ctx.sql, sorted) : insertOrTouchTexts(ctx.sql, sorted));
}
