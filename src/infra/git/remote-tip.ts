import { randomBytes } from 'node:crypto';
import { failure } from '../../lib/errors.ts';
import { failureOf, type Repository } from './repository.ts';

/**
 * Asks the server for the commit of a reference, without fetching anything. Returns null when it has no such reference. Throws fetch_…,
 * git_unauthenticated, git_unavailable.
 */
export async function findRemoteTip(repository: Repository, ref: string): Promise<string | null> {
  // The server is asked for all names that end so.
  return (await listRemote(repository, [ref])).get(ref) ?? null;
}

/** Asks the server for the references with certain names or patterns. Returns the id of each by its full name. Throws as `findRemoteTip`. */
export async function listRemote(
  repository: Repository,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ended = await repository.remote(['ls-remote', '--quiet', '--', 'origin', ...names]);
  if (ended.code !== 0) throw failureOf(repository, ended);
  const lines = ended.output.split('\n').map((line) => line.split('\t'));
  return new Map(lines.flatMap(([oid = '', name]) => (name === undefined ? [] : [[name, oid] as const])));
}

/** Throws git_unauthenticated when the credential does not let us push. Nothing is changed, nor sent beside the question. */
export async function requireWriting(repository: Repository): Promise<void> {
  // A branch that nobody has. The question alone asks the server for the right.
  const probe = `refs/heads/octavo-${randomBytes(8).toString('hex')}`;
  const ended = await repository.remote(['push', '--dry-run', '--porcelain', '--', 'origin', `:${probe}`]);
  if (ended.code === 0) return;
  const error = failureOf(repository, ended);
  if (error.type !== 'git_unauthenticated') throw error;
  throw failure('git_unauthenticated', 'The credential may read the repository, but not write to it', { cause: error });
}
