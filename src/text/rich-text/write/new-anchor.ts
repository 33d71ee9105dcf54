import { isRecord } from '../../../lib/is-record.ts';
import { withChangedWords } from './change-words.ts';
import { writeAnchor } from './html.ts';

/** A heading on one line, without an id, and without marks at its end that would come to stand before the anchor. */
const plainHeading = /^#{1,6}[ \t][^\r\n]*[^\s#}]$/;

/**
 * Yields the source of a heading with changed words and the id that it had before them, as a translation has it. Yields nothing
 * for other changes. A candidate can be wrong, as one of `withChangedWords`.
 */
export function* withNewAnchor(before: unknown, after: unknown, source: string): Generator<string> {
  if (!isRecord(before) || !isRecord(after) || !plainHeading.test(source)) return;
  const { id, ...data } = isRecord(after['data']) ? after['data'] : {};
  const isNew = isRecord(before['data']) && before['data']['id'] === undefined;
  if (!isNew || typeof id !== 'string' || id === '') return;
  for (const words of withChangedWords(before, { ...after, data }, source)) yield `${words} ${writeAnchor(id)}`;
}
