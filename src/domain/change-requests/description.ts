import { invalid } from '../../lib/errors.ts';
import { markdownFromBody, requireWithinLimit } from '../rich-text/body.ts';
import { ChangeRequestDescription, DescriptionInput } from './fields.ts';

/**
 * Converts a `DescriptionInput` to Markdown. Null and empty texts become `''`, which removes the description; an omitted
 * input and `{}` become undefined, which leaves it unchanged. Throws validation_failed for other inputs, for a JSON
 * document that Markdown cannot express, and for a text over the limit.
 */
export function markdownOfDescription(input: unknown): string | undefined {
  if (input === undefined) return undefined;
  if (input === null) return '';
  const parsed = DescriptionInput.safeParse(input);
  if (!parsed.success) throw invalid(path, parsed.error.issues[0]?.message ?? 'must be a description', 'type');
  const { object, markdown, document } = parsed.data;
  const text = markdownFromBody(object === undefined ? { markdown, document } : { document: input }, path);
  return text === null ? undefined : requireWithinLimit(ChangeRequestDescription, text.trim(), path);
}

const path = 'input.description';
