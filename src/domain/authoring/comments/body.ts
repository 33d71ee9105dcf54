import { invalid } from '../../../lib/errors.ts';
import { markdownFromBody, requireWithinLimit, type TextBody } from '../../../text/rich-text/body.ts';
import { CommentMarkdown } from './fields.ts';

/** Gets the Markdown of a new comment. Throws validation_failed for an empty or blank body. */
export function requiredMarkdown(body: TextBody): string {
  const markdown = optionalMarkdown(body);
  if (markdown === null) throw invalid('input.body', 'body is empty', 'empty');
  return markdown;
}

/**
 * Gets the Markdown of a comment whose body is optional, as in an update; null for an empty body. `path` names the body in
 * errors. Throws validation_failed for blank and for too long texts.
 */
export function optionalMarkdown(body: TextBody, path = 'input.body'): string | null {
  const text = markdownFromBody(body, path);
  if (text === null) return null;
  if (text.trim() === '') throw invalid(path, 'body is empty', 'empty');
  return requireWithinLimit(CommentMarkdown, text, path);
}
