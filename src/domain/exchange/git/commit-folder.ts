import { writeCommit, type Signature } from '../../../infra/git/objects.ts';
import type { Repository } from '../../../infra/git/repository.ts';
import { listTree } from '../../../infra/git/tree.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { toTreeChanges, type Base, type ChangesOfFolder } from './folder-changes.ts';
import { noteCommit, noteRepository, noteSources, type GitNotes } from './note-repository.ts';
import { isNamed, type GitPlace, type GitTree } from './read-folder.ts';

interface NewFolderCommit {
  readonly repository: Repository;
  readonly place: GitPlace;
  readonly tip: GitTree;
  readonly changes: ChangesOfFolder;
  readonly message: string;
  /** Who made the changes; the service itself when null. */
  readonly authorId: string | null;
}

/** Makes a commit of the changes of a folder. Returns its id; null without changes. */
export async function commitFolder(
  ctx: Context,
  { repository, place, tip, changes, message, authorId }: NewFolderCommit,
): Promise<string | null> {
  if (changes.changes.length === 0) return null;
  return writeCommit(repository, {
    parent: tip.commit,
    changes: toTreeChanges(ctx, { changes: changes.changes, tip, directory: place.directory }),
    message,
    author: await signatureOf(ctx, authorId),
    committer: service(ctx),
  });
}

const service = (ctx: Context): Signature => ({ name: 'Octavo', email: addressOf(ctx, 'octavo'), at: ctx.now() });

/** The name of a person, with an address that belongs to nobody. */
export async function signatureOf(ctx: Context, userId: string | null): Promise<Signature> {
  const user = userId === null ? null : await ctx.loaders.user.load(userId);
  return userId === null || user === null
    ? service(ctx)
    : { name: user.displayName, email: addressOf(ctx, userId), at: ctx.now() };
}

/** An address that belongs to nobody, so that no address of a person is published. */
const addressOf = ({ urls }: Context, name: string) => `${name}@users.noreply.${new URL(urls.base).hostname}`;

/** A folder that says what a revision says. */
interface WrittenFolder extends Omit<NewFolderCommit, 'authorId'> {
  readonly spaceId: string;
  readonly notes: GitNotes;
  readonly base: Base;
  readonly revision: Revision;
  /** The commit with the changes; null when there were none. */
  readonly commit: string | null;
}

/** Reads what a commit has made of the folder. Returns the function that notes, in a transaction, that both are equal. */
export async function noteWritten({
  spaceId,
  repository,
  place,
  notes,
  tip,
  base,
  revision,
  changes,
  commit,
  message,
}: WrittenFolder): Promise<(ctx: Context) => Promise<void>> {
  const files = commit === null ? tip.files : (await listTree(repository, commit, place.directory)).filter(isNamed);
  const newest = commit ?? tip.commit;
  return async (ctx) => {
    if (newest === null) return;
    const { importId, root } = base;
    await noteRepository(ctx, { spaceId, place, notes, commit: newest, files, revision, importId, root });
    await noteSources(ctx, { spaceId, importId }, changes);
    if (commit !== null)
      await noteCommit(ctx, { revisionId: revision.id, place, notes, oid: commit, message, createdByService: true });
  };
}
