import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { Config } from '../../../config.ts';
import { fetchFailed } from '../../../infra/fetch/fetch-errors.ts';
import { readBlobs, readMessage } from '../../../infra/git/objects.ts';
import type { Remote } from '../../../infra/git/remote.ts';
import { withRepository, type GitSettings, type Repository } from '../../../infra/git/repository.ts';
import { fetchBlobs, fetchTip, listTree, type TreeEntry } from '../../../infra/git/tree.ts';
import { withTemporaryFolder } from '../../../infra/temporary-folder.ts';
import { addEntry, writeZip } from '../../../infra/write-zip.ts';
import type { ImportNote } from '../../../text/imports/import-tree.ts';
import { importRefused } from '../../../text/imports/refusal.ts';
import { isSystemFile } from '../../../text/imports/unpack/archive-layout.ts';
import { lengthProblem, zipNameProblem } from '../../../text/imports/unpack/zip-name.ts';
import type { Context } from '../../core/context.ts';

/** A folder of a branch. */
export interface GitPlace {
  readonly remote: Remote;
  readonly ref: string;
  /** As `plainDirectory` returns it. */
  readonly directory: string;
}

/** The tip of a branch, with all files below the folder. */
export interface GitTip {
  readonly commit: string;
  readonly message: string;
  readonly files: readonly GitFile[];
  /** Files that cannot be imported, and why. */
  readonly leftOut: readonly ImportNote[];
}

/** A file with a name that can be stored. */
export interface GitFile extends TreeEntry {
  readonly path: string;
}

const gitSettings = (config: Config): GitSettings => ({
  program: config.GIT_PROGRAM,
  allowHosts: config.IMPORT_ALLOW_HOSTS,
  connectTimeoutMs: config.FETCH_CONNECT_TIMEOUT_MS,
  maxBytes: config.GIT_MAX_BYTES,
  timeoutMs: config.GIT_TIMEOUT_MS,
});

/**
 * Opens the repository of a place in a temporary folder, and closes it afterwards. Throws as `withRepository`.
 */
export const openPlace = <Result>(
  ctx: Context,
  { remote }: Pick<GitPlace, 'remote'>,
  use: (repository: Repository, folder: string) => Promise<Result>,
): Promise<Result> =>
  withTemporaryFolder('git', (folder) =>
    withRepository(
      gitSettings(ctx.config),
      { remote, folder: join(folder, 'repository'), signal: ctx.signal },
      (repository) => use(repository, folder),
    ),
  );

/**
 * Writes the files of a tip into a ZIP archive at `path`. Links, submodules, pointers of LFS and files with names that cannot be
 * stored are left out. Returns what is left out. Throws fetch_…, git_unauthenticated, git_unavailable, import_refused.
 */
export async function archiveTip(
  ctx: Context,
  repository: Repository,
  { commit, files, leftOut }: GitTip,
  path: string,
): Promise<ImportNote[]> {
  const wanted = files.filter(isReadable);
  await fetchBlobs(
    repository,
    commit,
    wanted.map(({ oid }) => oid),
  );
  return [...leftOut, ...(await writeArchive(ctx, repository, wanted, path))];
}

/** Whether a file can be imported, by its name and kind. */
export const isReadable = (file: GitFile): boolean => isPlainFile(file) && problemOf(file) === null;

/** The files of a folder of a branch. */
export interface GitTree {
  /** Null for a branch that does not exist. */
  readonly commit: string | null;
  readonly files: readonly GitFile[];
}

/** Fetches the tip of a branch and lists the files of a folder. Throws as `archiveTip`. */
export async function loadFiles(
  ctx: Context,
  repository: Repository,
  place: GitPlace,
): Promise<GitTree & { readonly unnamed: number }> {
  const commit = await fetchTip(repository, place.ref);
  if (commit === null) return { commit, files: [], unnamed: 0 };
  return { commit, ...(await listFiles(ctx, repository, place, commit)) };
}

async function listFiles(ctx: Context, repository: Repository, place: GitPlace, commit: string) {
  const { directory } = place;
  const entries = await listTree(repository, commit, directory);
  const { IMPORT_MAX_ENTRIES: most } = ctx.config;
  if (entries.length > most)
    throw importRefused(`${nameOf(place)} has ${entries.length} files; at most ${most} are allowed`);
  const files = entries.filter(isNamed);
  return { files, unnamed: entries.length - files.length };
}

const nameOf = ({ directory }: GitPlace) => (directory === '' ? 'The repository' : `The folder ${directory}`);

/** How a tip is fetched. */
interface FindTip {
  /** Whether all its files will be read. Those of a whole branch come with it then. */
  readonly isReadWhole?: boolean;
}

/** Fetches the tip of a branch and lists its files. Throws as `archiveTip`. */
export async function loadTip(
  ctx: Context,
  repository: Repository,
  place: GitPlace,
  options?: FindTip,
): Promise<GitTip> {
  const tip = await findTip(ctx, repository, place, options);
  if (tip === null) throw noSuchBranch(place);
  if (tip.files.length + tip.leftOut.length === 0)
    throw importRefused(`${nameOf(place)} is empty or missing in the repository`);
  return tip;
}

export const noSuchBranch = ({ ref }: GitPlace) => fetchFailed(`The repository has no ${ref}`);

/** As `loadTip`, also where the folder is empty; null for a branch that does not exist. */
export async function findTip(
  ctx: Context,
  repository: Repository,
  place: GitPlace,
  { isReadWhole = false }: FindTip = {},
): Promise<GitTip | null> {
  // Of a folder, the files beside it are not wanted.
  const maxFileBytes = isReadWhole && place.directory === '' ? ctx.config.FILE_MAX_BYTES : undefined;
  const commit = await fetchTip(repository, place.ref, { maxFileBytes });
  return commit === null ? null : loadCommit(ctx, repository, place, commit);
}

/** Reads a commit that the repository has, with its folder, as `findTip` does. */
export async function loadCommit(
  ctx: Context,
  repository: Repository,
  place: GitPlace,
  commit: string,
): Promise<GitTip> {
  const { files, unnamed } = await listFiles(ctx, repository, place, commit);
  const leftOut = files.flatMap((file) => {
    const reason = isPlainFile(file) ? problemOf(file) : (odd[file.mode] ?? 'It is no file');
    return reason === null ? [] : [{ key: file.path.toWellFormed().slice(0, maxReported), reason }];
  });
  const reason = `The names of ${unnamed} files are too long or not valid UTF-8`;
  return {
    commit,
    message: await readMessage(repository, commit),
    files,
    leftOut: unnamed === 0 ? leftOut : [...leftOut, { key: '', reason }],
  };
}

/** Whether the name of an entry can be stored. */
export const isNamed = (entry: TreeEntry): entry is GitFile =>
  entry.path !== null && lengthProblem(entry.path) === null;

/** Maximum length of a name in a report, in characters. */
const maxReported = 200;

const isPlainFile = ({ mode }: TreeEntry) => mode === '100644' || mode === '100755';

const odd: Readonly<Record<string, string>> = { 120000: 'It is a symbolic link', 160000: 'It is a submodule' };

/** The reason why a file cannot be imported, or null. */
function problemOf({ path }: GitFile): string | null {
  const problem = zipNameProblem(path);
  if (problem !== null) return `Its name ${problem}`;
  return path === path.normalize('NFC') ? null : 'Its name is not in the normal form C of Unicode';
}

/** Writes files to a ZIP archive one by one, so that memory does not grow with it. Returns those that are left out. */
async function writeArchive(
  ctx: Context,
  repository: Repository,
  files: readonly GitFile[],
  path: string,
): Promise<ImportNote[]> {
  const { FILE_MAX_BYTES: maxFile, IMPORT_MAX_TOTAL_BYTES: maxBytes } = ctx.config;
  const read = files.filter((file) => !isSystemFile(file.path));
  const notes: ImportNote[] = [];
  const zip = new ZipFile();
  let next = 0;
  await writeZip(zip, path, {
    maxBytes,
    tooLarge: () => importRefused(`The files of the repository have more than ${maxBytes} bytes`),
    signal: ctx.signal,
    fill: () =>
      readBlobs(
        repository,
        read.map(({ oid }) => oid),
        maxFile,
        async (_oid, body) => {
          const { path: name } = read[next++] ?? { path: '' };
          if (body === null) notes.push({ key: name, reason: `It is larger than ${maxFile} bytes` });
          else if (isPointer(body))
            notes.push({ key: name, reason: 'It is a pointer of Git LFS, whose files are not read' });
          else
            await new Promise<void>((resolve) =>
              addEntry(zip, { path: name, options: { compress: false }, bytes: () => [body], onClose: resolve }),
            );
        },
      ),
  });
  return notes;
}

/**
 * Reads files of a commit, which are fetched when they are missing, by path. Files that are larger than `FILE_MAX_BYTES`, links and
 * submodules are left out.
 */
export async function loadBodies(
  ctx: Context,
  repository: Repository,
  commit: string,
  files: readonly GitFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = files.filter(isPlainFile);
  const oids = [...new Set(wanted.map(({ oid }) => oid))];
  if (oids.length === 0) return new Map();
  const byId = new Map<string, Buffer>();
  await fetchBlobs(repository, commit, oids);
  await readBlobs(repository, oids, ctx.config.FILE_MAX_BYTES, async (oid, body) => {
    if (body) byId.set(oid, body);
  });
  return new Map(
    wanted.flatMap(({ path, oid }) => {
      const body = byId.get(oid);
      return body ? [[path, body] as const] : [];
    }),
  );
}

const pointerStart = Buffer.from('version https://git-lfs');
/** Whether the bytes are a pointer to a file in Git LFS. */
export const isPointer = (body: Buffer) => body.subarray(0, pointerStart.length).equals(pointerStart);
