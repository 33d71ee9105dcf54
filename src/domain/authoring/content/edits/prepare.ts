import { invalid } from '../../../../lib/errors.ts';
import { splitIds } from '../../../../lib/ids.ts';
import type { Context } from '../../../core/context.ts';
import { describeProblems } from '../../../../text/markdown/conditional-blocks.ts';
import { parseWritten } from '../parse-facts.ts';
import { maxTitleLength, readFrontMatter } from '../../../../text/markdown/front-matter.ts';
import { cleanText } from '../../../../text/markdown/clean-text.ts';
import { convertToMarkdown } from '../convert-to-markdown.ts';
import { storedTextOf } from '../../../../text/content/changes.ts';
import { maxOperations, PageMarkdown } from '../../../../text/content/edit-fields.ts';
import type { PreparedOperation, PreparedText, RequestedOperation } from './prepared.ts';
import { urlsByRef, resolveRefLinks } from './addresses.ts';
import { checkMembers, type TextInput } from './operation.ts';
import { prepareFiles } from './prepare-files.ts';

/**
 * Validates operations and does all slow or external work, such as parsing and fetching, before a transaction begins.
 * Throws validation_failed, payload_too_large, fetch_…, storage_unavailable, query_too_complex.
 */
export async function prepareOperations(
  ctx: Context,
  operations: readonly RequestedOperation[],
): Promise<PreparedOperation[]> {
  if (operations.length === 0 || operations.length > maxOperations)
    throw invalid('input.changes', `changes must have 1 to ${maxOperations} items`, 'size');
  for (const { input, path } of operations) checkMembers(input, path);
  const texts = await Promise.all(operations.map((operation) => prepareText(ctx, operation)));
  const files = await prepareFiles(ctx, operations);
  const prepared = operations.map((operation, index) => ({
    ...operation,
    text: texts[index],
    files: files[index] ?? [],
    newId: ctx.newId(operation.input.operation === 'insert_reusable_content' ? 'rc' : 'pg'),
  }));
  const addresses = urlsByRef(prepared);
  if (addresses.size === 0) return prepared;
  return prepared.map((one) => (one.text ? { ...one, text: resolveRefLinks(one.text, addresses) } : one));
}

async function prepareText(
  ctx: Context,
  { input, path }: RequestedOperation,
): Promise<PreparedText | null | undefined> {
  if (input.document === undefined) return undefined;
  const written =
    input.document === null
      ? null
      : await loadText(ctx, input.document, { path: `${path}.document`, page: findPageId(input.page) });
  if (written === undefined && !addsText.has(input.operation)) return undefined;
  const text = written === null ? null : storedTextOf(written ?? '');
  if (text === null) return text;
  const facts = await parseWritten(ctx, text.markdown, `${path}.document`);
  const { urls, heading, linkable: anchors, warning, conditionProblems } = facts;
  const warnings = [...(warning === undefined ? [] : [warning]), ...describeProblems(conditionProblems)];
  const prepared = { ...text, urls, anchors, warnings };
  if (input.operation !== 'insert_page' || typeof input.title === 'string') return prepared;
  const title = readFrontMatter(text.markdown).title ?? cleanText(heading ?? '', maxTitleLength);
  return title === '' ? prepared : { ...prepared, title };
}

/** Extracts the id of a page from a GraphQL id; other ids are returned as they are. */
const findPageId = (id: string | null | undefined) => (id ? (splitIds(id)?.[0] ?? id) : null);

/** Operations for which an empty body sets an empty text. For all others it changes nothing. */
const addsText: ReadonlySet<string> = new Set(['insert_page', 'insert_reusable_content']);

async function loadText(
  ctx: Context,
  { markdown, document }: TextInput,
  { path, page }: { readonly path: string; readonly page: string | null },
): Promise<string | undefined> {
  const hasMarkdown = markdown !== undefined && markdown !== null;
  const hasDocument = document !== undefined && document !== null;
  if (!hasMarkdown && !hasDocument) {
    const empty = markdown === null ? 'markdown' : 'document';
    if (markdown === null || document === null) throw invalid(`${path}.${empty}`, `${empty} must not be null`, 'type');
    return undefined;
  }
  if (hasMarkdown && hasDocument)
    throw invalid(path, 'A text must be either markdown or document, not both', 'exclusive');
  const text = hasMarkdown ? markdown : await convertToMarkdown(ctx, document, `${path}.document`, page);
  if (!PageMarkdown.safeParse(text).success)
    throw invalid(path, 'The text must have at most 2097152 characters', 'too_big');
  return text;
}
