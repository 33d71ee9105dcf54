import type * as z from 'zod';
import { invalid } from '../../lib/errors.ts';
import { markdownFromDocument } from './write/markdown-from-document.ts';

/** A text provided as Markdown, or as a JSON document that is converted to Markdown. */
export interface TextBody {
  readonly markdown?: string | null | undefined;
  readonly document?: unknown;
}

/**
 * Converts a body to Markdown, which may be blank; null when neither form is provided. Throws validation_failed for
 * both.
 */
export function markdownFromBody({ markdown, document }: TextBody, path: string): string | null {
  const hasMarkdown = markdown !== undefined && markdown !== null;
  const hasDocument = document !== undefined && document !== null;
  if (!hasMarkdown && !hasDocument) return null;
  if (hasMarkdown && hasDocument) throw invalid(path, 'A body has markdown or a document, not both', 'exclusive');
  return hasMarkdown ? markdown : markdownFromDocument(document, `${path}.document`, shortTextLimits);
}

/** Tight limits, because comments and descriptions are converted in the thread that serves requests. */
const shortTextLimits = { maxReparsedCharacters: 20_000, maxMs: 200 };

/** Returns a text within a limit. Throws validation_failed otherwise. */
export function requireWithinLimit(limit: z.ZodType<string>, text: string, path: string): string {
  const checked = limit.safeParse(text);
  if (!checked.success) throw invalid(path, checked.error.issues[0]?.message ?? 'The text is too long', 'too_big');
  return text;
}
