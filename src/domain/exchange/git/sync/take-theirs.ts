import { isDeepStrictEqual } from 'node:util';
import type { GitRepository } from '../../../../db/generated/client.ts';
import type { ContentState } from '../../../../db/content/states.ts';
import { DomainError } from '../../../../lib/errors.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import { listReordered } from '../../../../text/git/list-reordered.ts';
import { sourceState } from '../../../../text/imports/source-state.ts';
import type { Revision } from '../../../authoring/content/revisions.ts';
import type { Context } from '../../../core/context.ts';
import { isInTransaction } from '../../../core/context.ts';
import { listEntriesOf, listSourcesOfLine, type EarlierSource } from '../../imports/queries.ts';
import { noteCommit, noteRepository } from '../note-repository.ts';
import { takeTip } from '../take-tip.ts';
import { overrule } from './overrule.ts';
import { takeIntoNew } from './requests.ts';
import type { Sync, SyncEnd } from './sync.ts';
import { toTake, type Taking } from './taking.ts';

/**
 * Takes what has changed in the repository: into main content where nothing was edited here, otherwise by a change request. Returns `unchanged` when
 * edits of the space may be left to be written.
 */
export async function takeTheirs(sync: Sync, taking: Taking & { readonly base: GitRepository }): Promise<SyncEnd> {
  const { ctx, connection, spaceId } = sync;
  const { base, head } = taking;
  if (connection.direction === 'export') return overrule(sync, taking);
  const sources = await listSourcesOfLine(ctx.sql, { spaceId, line: spaceId }, base.importId);
  const isEdited = connection.direction === 'both' && (await hasEdits(ctx, head, { base, sources }));
  if (!isEdited) return takeIntoMain(sync, taking);
  const start = (await ctx.loaders.revision.load(base.revisionId)) as Revision | null;
  const isEqual = start !== null && start.line === spaceId && !differs(await listEntriesOf(ctx.sql, start), sources);
  // Without a revision that had what the repository had, nobody can tell what was edited on both sides.
  return takeIntoNew(sync, taking, isEqual ? { start, isReviewed: false } : { start: head, isReviewed: true });
}

/** Takes the tip into main content. One that would remove most pages goes into a change request. */
export async function takeIntoMain(sync: Sync, taking: Taking, replacesAll = false): Promise<SyncEnd> {
  const { ctx, spaceId, place, notes, operation, progress } = sync;
  const { tip, head } = taking;
  try {
    await takeTip(
      ctx,
      { spaceId },
      { ...toTake(sync, taking), line: spaceId },
      {
        findsEarlier: true,
        allowPartial: true,
        replacesAll,
        progress,
        complete: async (inner, { result, root, changed }) => {
          const { revision, importId, changes, importedResources, skipped } = result;
          const { commit, message, files } = tip;
          const ofRevision = { revisionId: revision.id, place, notes, oid: commit, message };
          await noteCommit(inner, { ...ofRevision, createdByService: false });
          await noteRepository(inner, { spaceId, place, notes, commit, files, changed, revision, importId, root });
          const counts = changes ?? { added: importedResources, updated: 0, removed: 0 };
          if (!isInTransaction(inner)) throw new Error('An import is written in a transaction');
          const step = {
            stage: 'write',
            direction: 'import',
            commit,
            revisionId: revision.id,
            counts,
            skipped,
          } as const;
          await operation.complete(inner, step);
        },
      },
    );
    return 'completed';
  } catch (error) {
    if (!(error instanceof DomainError) || error.type !== 'import_refused') throw error;
    return takeIntoNew(sync, taking, { start: head, isReviewed: true, replacesAll });
  }
}

type KnownState = { readonly base: GitRepository; readonly sources: readonly EarlierSource[] };

/** Whether something was edited in the space since both were equal. */
async function hasEdits(ctx: Context, head: Revision, { base, sources }: KnownState): Promise<boolean> {
  const entries = await listEntriesOf(ctx.sql, head);
  if (differs(entries, sources) || isReordered(entries, sources)) return true;
  if (head.id === base.revisionId) return false;
  const known = new Set(sources.map(({ entryId }) => entryId));
  const added = entries.filter(({ id }) => !known.has(id));
  if (added.length === 0) return false;
  const before = await entriesAtBase(ctx, base);
  return before === null || added.some((entry) => !isDeepStrictEqual(entry, before.get(entry.id)));
}

async function entriesAtBase(ctx: Context, { revisionId }: GitRepository) {
  const revision: ContentState | null = await ctx.loaders.revision.load(revisionId);
  return revision && new Map((await listEntriesOf(ctx.sql, revision)).map((entry) => [entry.id, entry]));
}

/** Whether pages stand in another order than their sources. The order is no member of their states. */
function isReordered(entries: readonly EntryState[], sources: readonly EarlierSource[]): boolean {
  const places = new Map(sources.flatMap(({ kind, entryId, place }) => (kind === 'page' ? [[entryId, place]] : [])));
  const pages = entries
    .filter(({ id, kind }) => kind === 'page' && places.has(id))
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));
  return listReordered(pages, (id) => places.get(id) ?? 0).size > 0;
}

/** Whether an entry is not as its source was. */
function differs(entries: readonly EntryState[], sources: readonly EarlierSource[]): boolean {
  const present = new Map(entries.map((entry) => [entry.id, entry]));
  return sources.some(({ entryId, state }) => {
    const entry = present.get(entryId);
    return entry === undefined || !isDeepStrictEqual(sourceState(entry), state);
  });
}
