import type * as z from 'zod';
import { invalid } from '../../lib/errors.ts';
import { markdownOf } from '../rich-text/to-markdown.ts';
import { CommentMarkdown } from './fields.ts';

/** What somebody says: Markdown, or a JSON document that becomes Markdown. Decisions 2.3. */
export interface CommentBody {
  readonly markdown?: string | null | undefined;
  readonly document?: unknown;
}

/** The Markdown of a new comment. Throws validation_failed when there is none. */
export function requiredMarkdown(body: CommentBody): string {
  const markdown = givenMarkdown(body);
  if (markdown === null) throw invalid('input.body', 'body is empty', 'empty');
  return markdown;
}

/**
 * The Markdown of a changed comment, or of what can be left out; null when there is none. `path` names the body. Throws
 * validation_failed.
 */
export function givenMarkdown(body: CommentBody, path = 'input.body'): string | null {
  const text = givenText(body, path);
  if (text === null) return null;
  if (text.trim() === '') throw invalid(path, 'body is empty', 'empty');
  return checkedText(CommentMarkdown, text, path);
}

/** The Markdown of a body, which may be blank; null when there is none. Throws validation_failed. */
export function givenText({ markdown, document }: CommentBody, path: string): string | null {
  const hasMarkdown = markdown !== undefined && markdown !== null;
  const hasDocument = document !== undefined && document !== null;
  if (!hasMarkdown && !hasDocument) return null;
  if (hasMarkdown && hasDocument) throw invalid(path, 'A body has markdown or a document, not both', 'exclusive');
  return hasMarkdown ? markdown : markdownOf(document, `${path}.document`);
}

/** A text that keeps to its limit, whatever form it came in. Throws validation_failed. */
export function checkedText(limit: z.ZodType<string>, text: string, path: string): string {
  const checked = limit.safeParse(text);
  if (!checked.success) throw invalid(path, checked.error.issues[0]?.message ?? 'The text is too long', 'too_big');
  return text;
}
