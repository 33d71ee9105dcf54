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

/** The Markdown of a changed comment; null when the body leaves it as it is. Throws validation_failed. */
export function givenMarkdown({ markdown, document }: CommentBody): string | null {
  const hasMarkdown = markdown !== undefined && markdown !== null;
  const hasDocument = document !== undefined && document !== null;
  if (!hasMarkdown && !hasDocument) return null;
  if (hasMarkdown && hasDocument)
    throw invalid('input.body', 'A body has markdown or a document, not both', 'exclusive');
  const text = hasMarkdown ? markdown : markdownOf(document, 'input.body.document');
  if (text.trim() === '') throw invalid('input.body', 'body is empty', 'empty');
  const checked = CommentMarkdown.safeParse(text);
  if (!checked.success)
    throw invalid('input.body', checked.error.issues[0]?.message ?? 'The body is too long', 'too_big');
  return text;
}
