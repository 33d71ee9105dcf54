import type { GitRepository } from '../../../db/generated/client.ts';
import { findMoved } from '../../../text/git/find-moved.ts';
import type { Context } from '../../core/context.ts';
import { hasLostSources } from './queries.ts';
import type { GitFile, GitPlace } from './read-folder.ts';

/**
 * Finds the state that a space notes; null without one. A space that has lost which of its pages are which files, as by a restore of some
 * tables, has none: all of its pages would look as if they were new.
 */
export async function findNoted(ctx: Context, spaceId: string): Promise<GitRepository | null> {
  const noted = await ctx.db.gitRepository.findUnique({ where: { spaceId } });
  return noted === null || (await hasLostSources(ctx.sql, noted)) ? null : noted;
}

/** The noted state of a space, when it is one with this folder of this branch; null for another. */
export const stateOf = (noted: GitRepository | null, { remote, ref, directory }: GitPlace): GitRepository | null =>
  noted?.url === remote.url && noted.ref === ref && noted.directory === directory ? noted : null;

/** How the files of a folder differ from those that are noted. */
export interface TreeDifference {
  /** Files with other bytes or another mode. */
  readonly changed: readonly GitFile[];
  readonly added: readonly GitFile[];
  /** Paths of files that have gone. */
  readonly removed: readonly string[];
  /** The former path of each added file that has the bytes of a removed one. */
  readonly moved: ReadonlyMap<string, string>;
}

/** Compares the files of a folder with those that were there when it was equal to a space. */
export async function compareToNoted(
  ctx: Context,
  spaceId: string,
  files: readonly GitFile[],
): Promise<TreeDifference> {
  const noted = await ctx.db.gitFile.findMany({ where: { spaceId } });
  const then = new Map(noted.map((file) => [file.path, file]));
  const now = new Map(files.map(({ path, oid }) => [path, oid]));
  const isOther = ({ path, oid, mode }: GitFile) => then.get(path)?.oid !== oid || then.get(path)?.mode !== mode;
  return {
    changed: files.filter((file) => then.has(file.path) && isOther(file)),
    added: files.filter(({ path }) => !then.has(path)),
    removed: [...then.keys()].filter((path) => !now.has(path)),
    moved: findMoved(new Map(noted.map(({ path, oid }) => [path, oid])), now),
  };
}

export const isSameTree = ({ changed, added, removed }: TreeDifference): boolean =>
  changed.length === 0 && added.length === 0 && removed.length === 0;
