import { pageOf, positionAfter } from '../../../../db/keyset.ts';
import type { Context } from '../../../core/context.ts';
import { parseText, unreadable } from '../../../core/parse-text.ts';
import { describeChanges, type ChangeStates, type ContentChange } from './describe.ts';
import { diffContent, type EntryChange } from './diff-content.ts';
import { diffLines, type TextHunk } from '../../../../text/content/diff-lines.ts';

/** The differences between two states, described for readers. */
export interface ChangeList {
  readonly changes: readonly ContentChange[];
  /** Number of further entries that differ. */
  readonly more: number;
  /** The cursor after the last entry; null when none is further. */
  readonly endCursor: string | null;
}

/** No differences. */
export const noChanges: ChangeList = { changes: [], more: 0, endCursor: null };

/** A part of a list of changes: up to `limit` entries after a cursor. */
export interface ChangesPart {
  readonly limit: number;
  readonly after: string | null;
}

/**
 * Lists a part of the differences between two states. Parts consist of entries, so that the edit and the move of a page
 * stay together. Throws invalid_cursor for a cursor of two other states.
 */
export async function changesBetween(
  ctx: Context,
  states: ChangeStates,
  { limit, after }: ChangesPart,
): Promise<ChangeList> {
  const list = { name: 'content-changes', filters: [states.before.id, states.after.id] };
  const position = positionAfter(ctx, list, { after, first: limit });
  const afterId = position?.[1] ?? null;
  const { changes, total } = await diffContent(ctx, states.before, states.after, { limit, afterId });
  const more = total - changes.length;
  const page = pageOf<EntryChange>(ctx, list, {
    rows: changes,
    first: limit,
    after: position,
    count: () => Promise.resolve(total),
    positionOf: ({ id }) => [0, id],
  });
  const last = changes.at(-1);
  return {
    changes: describeChanges(changes).map((change) => ({ ...change, states })),
    more,
    endCursor: last && more > 0 ? page.cursorOf(last) : null,
  };
}

/** Compares the texts of a changed entry line by line; empty when the text is unchanged. */
export async function diffLinesOfChange(
  ctx: Context,
  { type, before, after }: ContentChange,
): Promise<readonly TextHunk[]> {
  const ids = [before?.documentId ?? null, after?.documentId ?? null];
  if (type === 'page_moved' || ids[0] === ids[1]) return [];
  const [then, now] = await Promise.all(ids.map(async (id) => (id === null ? null : ctx.loaders.storedText.load(id))));
  const texts: [string, string] = [then?.markdown ?? '', now?.markdown ?? ''];
  const read = await parseText(ctx, { name: 'diffLines', run: diffLines }, texts, { isAnswered: true });
  if ('problem' in read) throw unreadable('A text cannot be compared', read.problem);
  return read.value;
}
