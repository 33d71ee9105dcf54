import { DomainError } from '../../../../lib/errors.ts';
import type { ImportTree } from '../../../../text/imports/import-tree.ts';
import type { Context } from '../../../core/context.ts';
import { transact } from '../../../core/transact.ts';
import { loadSources } from '../../imports/commit/preview-tree.ts';
import { noteRepository, replaceSources } from '../note-repository.ts';
import { knownImport, noPages, parseTip, type TipToTake } from '../take-tip.ts';
import type { Sync, SyncEnd } from './sync.ts';
import { toTake, type Taking } from './taking.ts';

/**
 * Notes what the repository has without taking it, so that everything in which the space differs is written over it. Files that are no content
 * stay as they are.
 */
export async function overrule(sync: Sync, taking: Taking): Promise<SyncEnd> {
  const { ctx: outer, connection, spaceId, place, notes, operation } = sync;
  const { tip, base, difference, head } = taking;
  const tree = await parsePages(outer, toTake(sync, taking));
  const root = tree.root ?? '';
  const known = base && difference ? knownImport(base, root, difference) : undefined;
  const sources = await loadSources(outer, { spaceId }, tree, known);
  const importId = base?.importId ?? connection.id;
  const equal = { revision: { id: base?.revisionId ?? head.id }, importId, root };
  await transact(outer, async (ctx) => {
    await noteRepository(ctx, { spaceId, place, notes, commit: tip.commit, files: tip.files, ...equal });
    await replaceSources(ctx, { spaceId, importId }, sources);
    await operation.note(ctx, { stage: 'merge', commit: tip.commit });
  });
  return 'unchanged';
}

/** The content of a folder; none for one that cannot be imported. */
export async function parsePages(ctx: Context, taking: TipToTake): Promise<ImportTree> {
  try {
    return await parseTip(ctx, taking);
  } catch (error) {
    if (error instanceof DomainError && error.type === 'import_refused') return noPages;
    throw error;
  }
}
