import { invalid } from '../../lib/errors.ts';
import { checkedText, givenText } from '../comments/body.ts';
import { ChangeRequestDescription, GivenDescription } from './fields.ts';

/**
 * The Markdown of a description in one of its forms; null is none, and an empty body says nothing: undefined. Throws
 * validation_failed for another form, a document that has no Markdown, and a text that is too long.
 */
export function markdownOfDescription(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  const given = GivenDescription.safeParse(value);
  if (!given.success) throw invalid(path, given.error.issues[0]?.message ?? 'is no description', 'type');
  const { object, markdown, document } = given.data;
  const text = givenText(object === undefined ? { markdown, document } : { document: value }, path);
  return text === null ? undefined : checkedText(ChangeRequestDescription, text.trim(), path);
}

const path = 'input.description';
