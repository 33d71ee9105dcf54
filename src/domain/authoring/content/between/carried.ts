import type { EntryState } from '../../../../text/content/changes.ts';
import type { Context } from '../../../core/context.ts';
import { listEntries } from '../queries/entries.ts';
import { listIncluded } from '../references.ts';
import { listReusableContents } from '../reusable-contents.ts';
import type { Revision } from '../revisions.ts';
import { loadLinked, type LinkedEntry } from './subtree.ts';

/**
 * The reusable contents that texts include, and those that these include, with their texts. Each is read once, and one level of
 * them at once.
 */
export async function loadIncluded(
  ctx: Context,
  head: Revision,
  pages: readonly LinkedEntry[],
): Promise<LinkedEntry[]> {
  if (!pages.some(({ text }) => text?.markdown.includes('{%'))) return [];
  const contents = await listReusableContents(ctx, head);
  if (contents.length === 0) return [];
  const found = new Map<string, LinkedEntry>();
  const add = async (texts: readonly LinkedEntry[]): Promise<void> => {
    const ids = texts.flatMap(({ text }) => (text === null ? [] : listIncluded(text.markdown, contents)));
    const fresh = [...new Set(ids)].filter((id) => !found.has(id));
    if (fresh.length === 0) return;
    const level = await loadLinked(ctx, head, await listEntries(ctx.sql, head, fresh));
    for (const one of level) found.set(one.entry.id, one);
    await add(level);
  };
  await add(pages);
  return [...found.values()];
}

/** The files that texts and attributes of entries show. */
export async function loadFiles(ctx: Context, head: Revision, entries: readonly LinkedEntry[]): Promise<EntryState[]> {
  const ids = entries.flatMap(({ entry: { attributes }, links }) => [
    ...links.flatMap(({ kind, targetId }) => (kind === 'file' && targetId !== null ? [targetId] : [])),
    ...[attributes.cover?.ref, attributes.cover?.refDark, attributes.target].flatMap((reference) =>
      reference?.kind === 'file' ? [reference.file] : [],
    ),
  ]);
  const found = await listEntries(ctx.sql, head, [...new Set(ids)]);
  return found.filter(({ kind }) => kind === 'file');
}
