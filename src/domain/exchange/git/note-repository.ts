import type { FolderSource } from '../../../text/git/folder.ts';
import { insertRows } from '../../authoring/content/queries/insert-rows.ts';
import type { Context } from '../../core/context.ts';
import { deleteSources } from '../imports/queries.ts';
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

/** Notes the sources of the folder with the states in which both are equal. */
export async function replaceSources(
  ctx: Context,
  { spaceId, importId }: Pick<EqualState, 'spaceId' | 'importId'>,
  sources: readonly FolderSource[],
): Promise<void> {
  const common = { spaceId, line: spaceId, importId };
  await deleteSources(ctx.sql, common);
  const updatedAt = ctx.now().toISOString();
  await insertRows(
    ctx.sql,
    'imported_sources',
    sources.map((source) => ({ ...common, updatedAt, ...source })),
  );
}
