import type { GitRepository } from '../../../../db/generated/client.ts';
import { isDeepStrictEqual } from 'node:util';
import type { EntryState } from '../../../../text/content/changes.ts';
import type { FileChange } from '../../../../text/git/folder.ts';
import { sourceState } from '../../../../text/imports/source-state.ts';
import { joinPath } from '../../../../text/imports/unpack/source-path.ts';
import { getContent } from '../../../authoring/content/revisions.ts';
import { loadSources, previewChanges } from '../../imports/commit/preview-tree.ts';
import { listEntriesOf, listSourcesOfLine } from '../../imports/queries.ts';
import { changesFor } from '../folder-changes.ts';
import { findTip, type GitTip } from '../read-folder.ts';
import { knownImport } from '../take-tip.ts';
import { compareToNoted, findNoted, isSameTree, stateOf } from '../tree-difference.ts';
import { hasPages, keepsSpace } from './first-sync.ts';
import { parsePages } from './overrule.ts';
import type { Sync } from './sync.ts';
import { toTake, type Taking } from './taking.ts';

/** A change that a sync would make. */
export interface PreviewChange {
  readonly change: 'added' | 'updated' | 'removed';
  /** Title of a page, file or reusable content; null for a file of the repository. */
  readonly title: string | null;
  /** Path in the folder of the repository; null where it is not known yet. */
  readonly path: string | null;
}

type Previewed = Omit<Sync, 'operation'>;

/** What a sync would change on both sides. */
export interface SyncPreview {
  readonly toSpace: readonly PreviewChange[];
  readonly toRepository: readonly PreviewChange[];
  /** Whether the changes of the repository would wait in a change request. */
  readonly waits: boolean;
}

/**
 * Finds what a sync would change, without writing anything. Where both sides have changed, each list is what that side alone has
 * changed, and whether they fit together shows when they are merged.
 */
export async function previewSync(sync: Previewed): Promise<SyncPreview> {
  const { ctx, connection, repository, place, spaceId } = sync;
  const tip = await findTip(ctx, repository, place);
  const base = stateOf(await findNoted(ctx, spaceId), place);
  const difference = base && tip && (await compareToNoted(ctx, spaceId, tip.files));
  const head = await getContent(ctx, spaceId);
  const isOneWay = connection.direction === 'import';
  if (tip === null || (difference && isSameTree(difference))) {
    const toRepository = isOneWay ? [] : await ourFiles(sync, { tip, base, revision: head });
    return { toSpace: [], toRepository, waits: connection.changeRequestId !== null };
  }
  const taking = { tip, base, difference, head };
  const isOverruled = base === null ? keepsSpace(connection) || !hasPages(tip) : connection.direction === 'export';
  if (isOverruled) {
    if (isOneWay) return { toSpace: [], toRepository: [], waits: false };
    return { toSpace: [], toRepository: await overruledFiles(sync, taking), waits: false };
  }
  const toSpace = await theirEntries(sync, taking);
  if (base === null) {
    const isEmpty = (await listEntriesOf(ctx.sql, head)).length === 0;
    return { toSpace, toRepository: [], waits: !isEmpty };
  }
  const toRepository = isOneWay ? [] : await ourEntries(sync, taking, base);
  const isReviewed = toRepository.length > 0 && connection.onConflict === 'review';
  return { toSpace, toRepository, waits: isReviewed || connection.changeRequestId !== null || isEmptied(toSpace, tip) };
}

/** The entries that the tip would change in the space. */
async function theirEntries(sync: Previewed, taking: Taking): Promise<PreviewChange[]> {
  const { ctx, spaceId } = sync;
  const { base, difference, head } = taking;
  const tree = await parsePages(ctx, toTake(sync, taking));
  const known = base && difference ? { ...knownImport(base, tree.root ?? '', difference), line: spaceId } : undefined;
  const { put, remove } = await previewChanges(ctx, { spaceId }, tree, { known, replacesAll: base === null });
  const present = new Map((await listEntriesOf(ctx.sql, head)).map((entry) => [entry.id, entry]));
  const written = put.filter(({ kind }) => kind !== 'variables');
  return [
    ...written.map((entry) => changeOf(present.has(entry.id) ? 'updated' : 'added', entry)),
    ...remove.flatMap((id) => {
      const entry = present.get(id);
      return entry ? [changeOf('removed', entry)] : [];
    }),
  ];
}

const changeOf = (
  change: PreviewChange['change'],
  { title }: Pick<EntryState, 'title'>,
  path: string | null = null,
) => ({
  change,
  title,
  path,
});

/** Number of pages from which a sync that removes most of them waits. */
const manyPages = 10;

/** Whether most of the content would go, or all. */
function isEmptied(changes: readonly PreviewChange[], tip: GitTip): boolean {
  const removed = changes.filter(({ change }) => change === 'removed').length;
  return (
    !hasPages(tip) || (removed >= manyPages / 2 && removed > changes.length - removed && removed * 2 > tip.files.length)
  );
}

interface OurState {
  readonly tip: GitTip | null;
  readonly base: GitRepository | null;
  readonly revision: Taking['head'];
}

/** The files that the space would change, where the repository has what was noted. */
async function ourFiles({ ctx, connection, repository }: Previewed, { tip, base, revision }: OurState) {
  const { changes } = await changesFor(ctx, {
    repository,
    tip: tip ?? { commit: null, files: [] },
    base: base ?? { importId: connection.id, root: '', updatedAt: null },
    revision,
  });
  return filesOf(changes, tip);
}

/** The files that the space would change, where it wins. */
async function overruledFiles(sync: Previewed, taking: Taking) {
  const { ctx, connection, spaceId, repository } = sync;
  const { tip, base, difference, head: revision } = taking;
  const tree = await parsePages(ctx, toTake(sync, taking));
  const root = tree.root ?? '';
  const known = base && difference ? knownImport(base, root, difference) : undefined;
  const sources = await loadSources(ctx, { spaceId }, tree, known);
  const equal = { importId: connection.id, root, updatedAt: base?.updatedAt ?? null };
  const { changes } = await changesFor(ctx, { repository, tip, base: equal, revision, sources });
  return filesOf(changes, tip);
}

function filesOf(changes: readonly FileChange[], tip: GitTip | null): PreviewChange[] {
  const before = new Set(tip?.files.map(({ path }) => path));
  return changes.map(({ kind, path }) => {
    const written = before.has(path) ? 'updated' : 'added';
    return { change: kind === 'delete' ? 'removed' : written, title: null, path };
  });
}

/** The entries that were edited in the space since both were equal. */
async function ourEntries(
  { ctx, spaceId }: Previewed,
  { head }: Taking,
  base: GitRepository,
): Promise<PreviewChange[]> {
  const sources = await listSourcesOfLine(ctx.sql, { spaceId, line: spaceId }, base.importId);
  const entries = await listEntriesOf(ctx.sql, head);
  const present = new Map(entries.map((entry) => [entry.id, entry]));
  const known = new Set(sources.map(({ entryId }) => entryId));
  const edited = sources.flatMap(({ entryId, kind, key, state }): PreviewChange[] => {
    const entry = present.get(entryId);
    const own = kind === 'reusable-content' ? key : joinPath(base.root, key);
    const path = key.endsWith('/') ? null : own;
    if (entry === undefined) return [changeOf('removed', state, path)];
    return isDeepStrictEqual(sourceState(entry), state) ? [] : [changeOf('updated', entry, path)];
  });
  const revision = await ctx.loaders.revision.load(base.revisionId);
  const before = new Set(revision && (await listEntriesOf(ctx.sql, revision)).map(({ id }) => id));
  const added = entries.filter(({ id }) => !known.has(id) && !before.has(id));
  return [...edited, ...added.map((entry) => changeOf('added', entry))];
}
