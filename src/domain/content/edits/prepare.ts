import { invalid } from '../../../lib/errors.ts';
import { inTurn } from '../../budget.ts';
import type { Context } from '../../context.ts';
import { readDocument, requestParseNs } from '../../imports/document.ts';
import { maxTitleLength, readFrontMatter } from '../../imports/front-matter.ts';
import { cleanText } from '../../imports/text.ts';
import { markdownOf } from '../../rich-text/to-markdown.ts';
import { documentText, type DocumentText } from '../changes.ts';
import { maxOperations, PageMarkdown } from './fields.ts';
import { addressesByRef, withAddresses } from './addresses.ts';
import { checkMembers, type ContentOperation, type GivenText } from './operation.ts';
import { prepareFiles, type PreparedFile } from './prepare-files.ts';

/** An operation and where in the request it stands. */
export interface PlacedOperation {
  readonly given: ContentOperation;
  readonly path: string;
}

/** A text to be stored, and what it says it is called. */
export interface PreparedText extends DocumentText {
  readonly title?: string;
}

/** An operation with everything done that needs no content: texts read, files kept, ids given. */
export interface PreparedOperation extends PlacedOperation {
  /** Undefined when no text was given, null when the text goes. */
  readonly text: PreparedText | null | undefined;
  readonly files: readonly PreparedFile[];
  /** Of what the operation adds. A repeated transaction writes the same. */
  readonly newId: string;
}

/**
 * Checks operations and does what takes time or leaves the process, before a transaction begins.
 * Throws validation_failed, payload_too_large, fetch_…, storage_unavailable, query_too_complex.
 */
export async function prepareOperations(
  ctx: Context,
  operations: readonly PlacedOperation[],
): Promise<PreparedOperation[]> {
  if (operations.length === 0 || operations.length > maxOperations)
    throw invalid('input.changes', `There must be 1 to ${maxOperations} changes`, 'size');
  for (const { given, path } of operations) checkMembers(given, path);
  const texts = await Promise.all(operations.map((operation) => prepareText(ctx, operation)));
  const files = await prepareFiles(ctx, operations);
  const prepared = operations.map((operation, index) => ({
    ...operation,
    text: texts[index],
    files: files[index] ?? [],
    newId: ctx.newId(operation.given.operation === 'insert_reusable_content' ? 'rc' : 'pg'),
  }));
  const addresses = addressesByRef(prepared);
  if (addresses.size === 0) return prepared;
  return prepared.map((one) => (one.text ? { ...one, text: withAddresses(one.text, addresses) } : one));
}

async function prepareText(ctx: Context, { given, path }: PlacedOperation): Promise<PreparedText | null | undefined> {
  if (given.document === undefined) return undefined;
  const written = given.document === null ? null : textOf(given.document, `${path}.document`);
  if (written === undefined && !addsText.has(given.operation)) return undefined;
  const text = written === null ? null : documentText(written ?? '');
  if (text === null) return text;
  return inTurn(ctx, () => {
    const { urls, heading } = readDocument(text.markdown, requestParseNs);
    if (given.operation !== 'insert_page' || typeof given.title === 'string') return { ...text, urls };
    const title = readFrontMatter(text.markdown).title ?? cleanText(heading ?? '', maxTitleLength);
    return title === '' ? { ...text, urls } : { ...text, urls, title };
  });
}

/** Operations for which an empty body is an empty text; for others it says nothing. Decisions 2.3. */
const addsText: ReadonlySet<string> = new Set(['insert_page', 'insert_reusable_content']);

function textOf({ markdown, document }: GivenText, path: string): string | undefined {
  const hasMarkdown = markdown !== undefined && markdown !== null;
  const hasDocument = document !== undefined && document !== null;
  if (!hasMarkdown && !hasDocument) return undefined;
  if (hasMarkdown && hasDocument) throw invalid(path, 'A text is either markdown or a document', 'exclusive');
  const text = hasMarkdown ? markdown : markdownOf(document, `${path}.document`);
  if (!PageMarkdown.safeParse(text).success) throw invalid(path, 'The text is too long', 'too_big');
  return text;
}
