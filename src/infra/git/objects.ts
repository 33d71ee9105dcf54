import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { lastWords, pushDeclined, TipMoved } from './git-errors.ts';
import { failureOf, type Repository } from './repository.ts';

/** The id that git gives to a file. */
export const blobId = (body: Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha1'): string =>
  createHash(algorithm).update(`blob ${body.length}\0`).update(body).digest('hex');

/**
 * Reads files in the order of their ids and calls a function with each, one at a time; with null in place of one larger than
 * `maxBytes`, which is passed over.
 */
export async function readBlobs(
  repository: Repository,
  oids: readonly string[],
  maxBytes: number,
  use: (oid: string, body: Buffer | null) => Promise<void>,
): Promise<void> {
  const options = { input: oids.map((oid) => `${oid}\n`).join('') };
  await repository.stream(['cat-file', '--batch', '--buffer'], options, async (output) => {
    const reader = new BytesReader(output);
    for (const oid of oids) {
      // One file after the other.
      const head = await reader.line();
      const [, kind, size] = head.split(' ');
      if (kind !== 'blob') throw new Error(`git has no file ${oid}: ${head}`);
      const body = await reader.take(Number(size), Number(size) <= maxBytes);
      await reader.take(1, false);
      await use(oid, body);
    }
  });
}

/** Reads lines and numbers of bytes from a stream. */
class BytesReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done === true) throw new Error('The output of git ends early');
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  async line(): Promise<string> {
    while (!this.#rest.includes(10)) await this.#more();
    const end = this.#rest.indexOf(10);
    const line = this.#rest.subarray(0, end).toString();
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  /** Takes so many bytes, or passes over them and returns null. */
  async take(length: number, isKept: boolean): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      if (isKept) parts.push(part);
    }
    return isKept ? Buffer.concat(parts) : null;
  }
}

/** A change of one file of a tree. Octal modes are as git writes them; that of a new file is `100644`. */
export type TreeChange =
  | { readonly kind: 'delete'; readonly path: string }
  /** The file has these bytes, which are read when they are written. */
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly read: () => Promise<Buffer>;
      readonly mode?: string | undefined;
    }
  /** The file has the bytes of a blob that the repository has. */
  | { readonly kind: 'put'; readonly path: string; readonly oid: string; readonly mode: string };

/** Who made a commit, and when. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly at: Date;
}

export interface NewCommit {
  /** Null for the first commit of a repository. */
  readonly parent: string | null;
  readonly changes: readonly TreeChange[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

/** Writes a commit whose tree is that of its parent with some files changed. Returns its id; null when that changes nothing. */
export async function writeCommit(repository: Repository, commit: NewCommit): Promise<string | null> {
  const tree = await writeTree(repository, commit);
  const { parent, author, committer, message } = commit;
  if (parent !== null && tree === (await resolve(repository, `${parent}^{tree}`))) return null;
  const args = ['commit-tree', tree, ...(parent === null ? [] : ['-p', parent]), '-F', '-'];
  const env = { ...signatureOf('AUTHOR', author), ...signatureOf('COMMITTER', committer) };
  return (await repository.local(args, { env, input: message })).toString().trim();
}

const resolve = async (repository: Repository, name: string) =>
  (await repository.local(['rev-parse', '--verify', name])).toString().trim();

async function writeTree(repository: Repository, { parent, changes }: NewCommit): Promise<string> {
  const folder = join(repository.folder, 'octavo-write');
  const env = { GIT_INDEX_FILE: join(folder, 'index') };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  try {
    await repository.local(parent === null ? ['read-tree', '--empty'] : ['read-tree', parent], { env });
    const written = changes.filter((change) => change.kind === 'write');
    const oids = await writeBlobs(repository, folder, written);
    // A folder may take the place of a file, so what goes is taken away first.
    const removed = changes.flatMap(({ kind, path }) => (kind === 'delete' ? [`0 ${noOid}\t${path}\0`] : []));
    const put = [...written.map((change, at) => ({ ...change, oid: oids[at] })), ...changes.filter(isPut)];
    const lines = put.map(({ path, oid, mode = '100644' }) => `${mode} ${oid}\t${path}\0`);
    const input = [...removed, ...lines].join('');
    await repository.local(['update-index', '-z', '--replace', '--index-info'], { env, input });
    // Files of the parent need not be here.
    return (await repository.local(['write-tree', '--missing-ok'], { env })).toString().trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const noOid = '0'.repeat(40);

const isPut = (change: TreeChange) => change.kind === 'put';

async function writeBlobs(
  repository: Repository,
  folder: string,
  files: readonly { readonly read: () => Promise<Buffer> }[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const [at, { read }] of files.entries()) {
    const path = join(folder, String(at));
    await writeFile(path, await read());
    paths.push(path);
  }
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${path}\n`).join('');
  const output = await repository.local(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input });
  return output.toString().trim().split('\n');
}

const signatureOf = (role: 'AUTHOR' | 'COMMITTER', { name, email, at }: Signature) => ({
  [`GIT_${role}_NAME`]: plain(name) || 'Unknown',
  [`GIT_${role}_EMAIL`]: plain(email),
  [`GIT_${role}_DATE`]: `${Math.floor(at.getTime() / 1_000)} +0000`,
});

/** A name without the characters that end it in a commit. */
const plain = (text: string) =>
  text
    .replaceAll(/[<>\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Pushes a commit to a branch, never by force. Throws TipMoved when the branch has other commits by now, git_declined with the
 * words of the server when it declines the commit, and as `fetchTip`.
 */
export async function push(repository: Repository, commit: string, ref: string): Promise<void> {
  const args = ['push', '--porcelain', '--no-thin', '--no-recurse-submodules', '--no-signed', '--', 'origin'];
  const ended = await repository.remote([...args, `${commit}:${ref}`]);
  if (ended.code === 0) return;
  const [, status = ''] = /^!\t\S+\t(.*)$/m.exec(ended.output) ?? [];
  if (
    status.startsWith('[rejected]') ||
    /\((?:failed to update ref|cannot lock ref|fetch first|non-fast-forward|incorrect old value)/.test(status)
  )
    throw new TipMoved(status);
  if (status.startsWith('[remote rejected]')) throw pushDeclined(lastWords(`${ended.complaint}\n${status}`));
  throw failureOf(repository, ended);
}

/** Maximum length of a message that is read, in bytes. */
const maxMessage = 10_000;

/** Reads the message of a commit, shortened when it is long. */
export const readMessage = async (repository: Repository, commit: string): Promise<string> =>
  (await repository.local(['show', '--no-patch', '--format=%B', commit]))
    .subarray(0, maxMessage)
    .toString()
    .replaceAll('\0', '')
    .trim();
