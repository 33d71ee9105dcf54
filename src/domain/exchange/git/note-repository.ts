import { isDeepStrictEqual } from 'node:util';
import type { FolderSource } from '../../../text/git/folder.ts';
import type { Context } from '../../core/context.ts';
import { sourceName } from '../imports/commit/earlier-import.ts';
import { deleteSomeSources, deleteSources, putSources } from '../imports/queries.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { GitProvider } from './fields.ts';
import { commitUrlOf, providerOf, treeUrlOf } from './host.ts';
import { putGitFiles, replaceGitFiles } from './queries.ts';
import type { GitFile, GitPlace } from './read-folder.ts';

/** What a caller says of the repository and the time. */
export interface GitNotes {
  readonly provider: GitProvider | null;
  readonly treeUrl: string | null;
  /** What the ids of commits follow. */
  readonly commitUrl: string | null;
  readonly happenedAt: string | null;
}

/** A state in which a space and the folder of a repository are equal. */
export interface EqualState {
  readonly spaceId: string;
  readonly place: GitPlace;
  readonly notes: GitNotes;
  readonly commit: string;
  readonly files: readonly GitFile[];
  /** The files that differ from those that are noted, when none was added or removed. */
  readonly changed?: readonly GitFile[] | undefined;
  readonly revision: Pick<Revision, 'id'>;
  readonly importId: string;
  /** Folder of the pages below the directory: empty, or ending in `/`. */
  readonly root: string;
}

/** Notes in the transaction of an import or export that a space and its repository are equal. */
export async function noteRepository(ctx: Context, state: EqualState): Promise<void> {
  const { spaceId, place, notes, commit, files, changed, revision, importId, root } = state;
  const { ref, directory, remote } = place;
  const provider = notes.provider ?? providerOf(remote);
  const row = {
    url: remote.url,
    ref,
    directory,
    provider,
    treeUrl: notes.treeUrl ?? treeUrlOf(remote.url, provider, ref, directory),
    importId,
    root,
    commit,
    revisionId: revision.id,
    happenedAt: notes.happenedAt,
    updatedAt: ctx.now(),
  };
  await ctx.db.gitRepository.upsert({ where: { spaceId }, create: { spaceId, ...row }, update: row });
  if (changed) await putGitFiles(ctx.sql, spaceId, changed);
  else await replaceGitFiles(ctx.sql, spaceId, files);
}

interface NewCommitOf {
  readonly revisionId: string;
  readonly place: GitPlace;
  readonly notes: GitNotes;
  readonly oid: string;
  readonly message: string;
  readonly createdByService: boolean;
}

/** Notes the commit of a revision, unless it has one. */
export async function noteCommit(ctx: Context, { revisionId, place, notes, ...commit }: NewCommitOf): Promise<void> {
  const { ref, remote } = place;
  const { oid } = commit;
  const url =
    notes.commitUrl === null
      ? commitUrlOf(remote.url, notes.provider ?? providerOf(remote), oid)
      : `${notes.commitUrl.replace(/\/$/, '')}/${oid}`;
  await ctx.db.revisionCommit.createMany({ data: { revisionId, ref, url, ...commit }, skipDuplicates: true });
}

/** Notes the sources of a folder in the place of all that it had. */
export async function replaceSources(
  ctx: Context,
  of: Pick<EqualState, 'spaceId' | 'importId'>,
  sources: readonly FolderSource[],
): Promise<void> {
  await deleteSources(ctx.sql, { ...of, line: of.spaceId });
  await noteSources(ctx, of, { former: [], sources });
}

/** Notes the sources of a folder that were added, have changed or have gone, with the states in which both are equal. */
export async function noteSources(
  ctx: Context,
  { spaceId, importId }: Pick<EqualState, 'spaceId' | 'importId'>,
  { former, sources }: Record<'former' | 'sources', readonly FolderSource[]>,
): Promise<void> {
  const common = { spaceId, line: spaceId, importId };
  const before = new Map(former.map((source) => [sourceName(source.kind, source.key), source]));
  const now = new Set(sources.map(({ kind, key }) => sourceName(kind, key)));
  const gone = former.filter(({ kind, key }) => !now.has(sourceName(kind, key)));
  if (gone.length > 0) await deleteSomeSources(ctx.sql, common, gone);
  const isNew = ({ kind, key, entryId, place, state }: FolderSource) => {
    const own = before.get(sourceName(kind, key));
    return own?.entryId !== entryId || own.place !== place || !isDeepStrictEqual(own.state, state);
  };
  const updatedAt = ctx.now().toISOString();
  const rows = sources.filter(isNew).map((source) => ({ ...common, updatedAt, ...source }));
  await putSources(ctx.sql, rows);
}
