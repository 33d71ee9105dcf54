import type { TreeChange } from './objects.ts';
import { failureOf, type Repository } from './repository.ts';
import { noSuchRef } from './git-errors.ts';

/** A file, symbolic link or submodule in a tree. */
export interface TreeEntry {
  /** From the folder that was listed, in bytes that are UTF-8; null for a name that is not. */
  readonly path: string | null;
  /** Octal, as git writes it: `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  readonly oid: string;
}

/** Where this repository notes the tip that it has fetched. */
const tip = 'refs/octavo/tip';

const fetchOptions = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];

const withoutFiles = '--filter=blob:none';

interface FetchOptions {
  /** Number of newest commits; one when omitted. */
  readonly depth?: number;
  /** Where this repository notes the commit. */
  readonly to?: string;
  /** Files up to so many bytes come with the commit, which takes one request less than asking for each; none when omitted. */
  readonly maxFileBytes?: number | undefined;
}

/**
 * Fetches the newest commits of a reference, where the server can without files that are not wanted. Returns the id of the newest; null when
 * the repository has no such reference. Throws fetch_…, git_unauthenticated, git_unavailable.
 */
export async function fetchTip(
  repository: Repository,
  ref: string,
  { depth = 1, to = tip, maxFileBytes }: FetchOptions = {},
): Promise<string | null> {
  const filter = maxFileBytes === undefined ? withoutFiles : `--filter=blob:limit=${maxFileBytes + 1}`;
  const options = [...fetchOptions, filter, `--depth=${depth}`];
  const ended = await repository.remote(['fetch', ...options, '--', 'origin', `+${ref}:${to}`]);
  if (ended.code === 0) return (await repository.local(['rev-parse', '--verify', `${to}^{commit}`])).toString().trim();
  if (noSuchRef.test(ended.complaint)) return null;
  throw failureOf(repository, ended);
}

/** Number of newest commits among which one is looked for. */
const maxCommits = 100;

/**
 * Finds the parent of a commit among the newest ones of a reference: null for the first commit of all, undefined for one that is not among
 * them. Both are fetched without files. Throws as `fetchTip`.
 */
export async function findParent(
  repository: Repository,
  ref: string,
  commit: string,
): Promise<string | null | undefined> {
  if ((await fetchTip(repository, ref, { depth: maxCommits })) === null) return undefined;
  const output = await repository.local(['rev-list', '--parents', `--max-count=${maxCommits}`, tip]);
  const lines = output.toString().split('\n');
  const found = lines.map((line) => line.split(' ')).find(([oid]) => oid === commit);
  return found && (found[1] ?? null);
}

/** Where this repository notes the newest commit of another reference. */
const besides = 'refs/octavo/beside';

/** A commit beside a branch. */
export interface Divergence {
  readonly head: string;
  /** The newest commit that both have; null when it is not among the newest ones. */
  readonly ancestor: string | null;
}

interface Beside {
  /** The branch, and the commit of it that is compared, which this repository has. */
  readonly ref: string;
  readonly tip: string;
  readonly other: string;
}

/**
 * Fetches the newest commits of a branch and of another reference without files. Returns where the other one is; null when the repository
 * has no such reference. Throws as `fetchTip`.
 */
export async function fetchBeside(
  repository: Repository,
  { ref, tip: own, other }: Beside,
): Promise<Divergence | null> {
  // Asked for together, the branch would stay without its history, because git has its newest commit.
  await fetchTip(repository, ref, { depth: maxCommits });
  const head = await fetchTip(repository, other, { depth: maxCommits, to: besides });
  if (head === null) return null;
  // `merge-base` fails where there is none.
  const known = await repository.local(['rev-list', `--max-count=${maxCommits}`, '--topo-order', head]);
  const ofBranch = await repository.local(['rev-list', `--max-count=${maxCommits * 2}`, own]);
  const shared = new Set(ofBranch.toString().trim().split('\n'));
  const isShared = known
    .toString()
    .split('\n')
    .some((oid) => shared.has(oid));
  const ancestor = isShared ? (await repository.local(['merge-base', own, head])).toString().trim() : null;
  return { head, ancestor };
}

interface CompareCommits {
  readonly from: string;
  readonly to: string;
  readonly folder: string;
}

/** Lists the files of a folder that differ between two commits. Those whose names are not UTF-8 are left out. */
export async function listChanges(repository: Repository, { from, to, folder }: CompareCommits): Promise<TreeChange[]> {
  const listed = folder === '' ? [] : ['--', `:(literal)${folder}/`];
  const output = await repository.local(['diff-tree', '-r', '-z', '--no-renames', from, to, ...listed]);
  const records = listRecords(output);
  // Each record is two: the modes and ids, and the path.
  return Array.from({ length: records.length / 2 }, (_none, at) => [records[at * 2], records[at * 2 + 1]]).flatMap(
    ([facts, name]): TreeChange[] => {
      const [, mode = '', , oid = '', status = ''] = facts?.toString('latin1').split(' ') ?? [];
      const path = name ? readPath(name) : null;
      if (path === null) return [];
      return [status === 'D' ? { kind: 'delete', path } : { kind: 'put', path, mode, oid }];
    },
  );
}

/** Lists what is in a folder of a commit, with all folders below. A folder that is missing has nothing. */
export async function listTree(repository: Repository, commit: string, folder = ''): Promise<TreeEntry[]> {
  const listed = folder === '' ? [] : ['--', `:(literal)${folder}/`];
  const output = await repository.local(['ls-tree', '-r', '-z', '--full-tree', commit, ...listed]);
  return listRecords(output).flatMap((record) => {
    const tab = record.indexOf(9);
    const [mode = '', , oid = ''] = record.subarray(0, tab).toString('latin1').split(' ');
    const path = readPath(record.subarray(tab + 1));
    return [{ path: path === null ? null : path.slice(folder === '' ? 0 : folder.length + 1), mode, oid }];
  });
}

function listRecords(output: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let start = 0, end = output.indexOf(0); end >= 0; start = end + 1, end = output.indexOf(0, start))
    records.push(output.subarray(start, end));
  return records;
}

function readPath(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Fetches files that the tip needs and this repository lacks, in one request. Throws as `fetchTip`.
 */
export async function fetchBlobs(repository: Repository, commit: string, oids: Iterable<string>): Promise<void> {
  const output = await repository.local(['rev-list', '--objects', '--no-object-names', '--missing=print', commit]);
  const missing = new Set(
    output
      .toString()
      .split('\n')
      .flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : [])),
  );
  const needed = [...new Set(oids)].filter((oid) => missing.has(oid));
  if (needed.length === 0) return;
  const ended = await repository.remote(
    ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...fetchOptions, withoutFiles, '--stdin', '--', 'origin'],
    { input: needed.map((oid) => `${oid}\n`).join('') },
  );
  if (ended.code !== 0) throw failureOf(repository, ended);
}
