import { buffer } from 'node:stream/consumers';
import type { TreeChange } from '../../../infra/git/objects.ts';
import type { Repository } from '../../../infra/git/repository.ts';
import { storageKey } from '../../../infra/storage/content-key.ts';
import type { FileChange, FolderChanges, FolderReaders, FolderSource } from '../../../text/git/folder.ts';
import { writeFolder } from '../../../text/git/write-folder.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { listEarlierSources, listEntriesOf } from '../imports/queries.ts';
import { listLinkingEntries, listRedirectsSince } from './queries.ts';
import { loadBodies, type GitTree } from './read-folder.ts';

/** The state in which the folder and the space were equal. */
export interface Base {
  readonly importId: string;
  readonly root: string;
  readonly updatedAt: Date | null;
}

/** The changes of a folder, and the sources that it had before. */
export interface ChangesOfFolder extends FolderChanges {
  readonly former: readonly FolderSource[];
}

interface Compared {
  readonly repository: Repository;
  readonly tip: GitTree;
  readonly base: Base;
  readonly revision: Revision;
  /** The sources of the folder; those that are noted when omitted. */
  readonly sources?: readonly FolderSource[] | undefined;
}

/** The changes that make the folder at the tip say what a revision says. */
export async function changesFor(ctx: Context, compared: Compared): Promise<ChangesOfFolder> {
  const { tip, base, revision, sources: told } = compared;
  const { spaceId, line } = revision;
  const [entries, sources, redirects] = await Promise.all([
    listEntriesOf(ctx.sql, revision),
    listEarlierSources(ctx.sql, spaceId, line),
    base.updatedAt === null ? [] : listRedirectsSince(ctx.sql, spaceId, base.updatedAt),
  ]);
  const former = told ?? sources.filter(({ importId }) => importId === base.importId);
  const folder = { root: base.root, paths: tip.files.map(({ path }) => path), sources: former };
  return { ...(await writeFolder(folder, { entries, redirects }, readersOf(ctx, compared))), former };
}

function readersOf(ctx: Context, { repository, tip, revision }: Compared): FolderReaders {
  const files = new Map(tip.files.map((file) => [file.path, file]));
  return {
    blobs: async (paths) => {
      const wanted = paths.flatMap((path) => files.get(path) ?? []);
      return tip.commit === null ? new Map() : loadBodies(ctx, repository, tip.commit, wanted);
    },
    texts: async (ids) => {
      const texts = await ctx.loaders.storedText.loadMany(ids);
      return new Map(texts.flatMap((text) => (text && 'markdown' in text ? [[text.id, text.markdown] as const] : [])));
    },
    links: async (ids) => {
      const lists = await Promise.all(ids.map((id) => ctx.loaders.contentLinks.load({ state: revision, id })));
      return new Map(ids.map((id, at) => [id, lists[at] ?? []]));
    },
    linksTo: (ids) => listLinkingEntries(ctx.sql, revision, ids),
  };
}

interface WrittenChanges {
  readonly changes: readonly FileChange[];
  readonly tip: GitTree;
  readonly directory: string;
}

/** The changes of a folder as those of the tree of the repository. Bytes are read when they are written. */
export function toTreeChanges(ctx: Context, { changes, tip, directory }: WrittenChanges): TreeChange[] {
  const files = new Map(tip.files.map((file) => [file.path, file]));
  const prefix = directory === '' ? '' : `${directory}/`;
  return changes.map((change): TreeChange => {
    const path = `${prefix}${change.path}`;
    if (change.kind === 'delete') return { path, kind: 'delete' };
    const former = files.get(('from' in change ? change.from : undefined) ?? change.path) ?? files.get(change.path);
    const mode = former?.mode;
    if (change.kind === 'text') return { path, kind: 'write', mode, read: async () => change.bytes };
    if (change.kind === 'move' && former) return { path, kind: 'put', mode: former.mode, oid: former.oid };
    const hash = change.kind === 'blob' ? change.blobHash : '';
    return { path, kind: 'write', mode, read: async () => buffer(await ctx.storage.stream(storageKey(hash))) };
  });
}
