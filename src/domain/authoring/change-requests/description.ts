import { markdownFromBody, requireWithinLimit, type TextBody } from '../../../text/rich-text/body.ts';
import { ChangeRequestDescription } from './fields.ts';

/**
 * Converts a description to Markdown. Null and empty texts become `''`, which removes the description; an omitted input and
 * `{}` become undefined, which leaves it unchanged. Throws validation_failed for a JSON document that Markdown cannot
 * express, and for a text over the limit.
 */
export function markdownOfDescription(input: TextBody | null | undefined): string | undefined {
  if (input === undefined) return undefined;
  if (input === null) return '';
  const text = markdownFromBody(input, path);
  return text === null ? undefined : requireWithinLimit(ChangeRequestDescription, text.trim(), path);
}

const path = 'input.description';
