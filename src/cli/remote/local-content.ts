import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, posix, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { isSystemFile } from '../../text/imports/unpack/archive-layout.ts';
import type { ImportSource } from '../../text/imports/fields.ts';
import type { ImportNote } from '../../text/imports/import-tree.ts';
import { failure } from '../../lib/errors.ts';

/** Content of a local file or folder to import. */
export interface LocalContent {
  readonly name: string;
  /** The format according to the file extension; undefined when it is unknown. */
  readonly source?: ImportSource;
  /** Files that are not sent, with reasons. */
  readonly leftOut: readonly ImportNote[];
  /** Streams a file unchanged, and a folder as a ZIP archive that is created while it is read. */
  readonly open: () => Readable;
}

const sources: Readonly<Record<string, ImportSource>> = {
  '.zip': 'zip',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.docx': 'docx',
};

/** Folders that never contain documentation. */
const neverSent = new Set(['.git', 'node_modules']);

/** Reads a file or folder. Throws the errors of the file system, and validation_failed for a folder without files. */
export async function readLocalContent(path: string): Promise<LocalContent> {
  const { [extname(path).toLowerCase()]: source } = sources;
  if (!(await stat(path)).isDirectory())
    return { name: basename(path), ...(source ? { source } : {}), leftOut: [], open: () => createReadStream(path) };
  const root = await realpath(path);
  const found = await listEntries(root);
  const files = found.flatMap((entry) => ('file' in entry ? [entry] : []));
  if (files.length === 0) throw failure('validation_failed', `${path} has no files`);
  return {
    name: `${basename(resolve(path)) || 'content'}.zip`,
    source: 'zip',
    leftOut: found.flatMap((entry) => ('reason' in entry ? [entry] : [])),
    open: () => zipOf(files),
  };
}

interface FoundFile {
  /** Path in the archive, separated by slashes. */
  readonly path: string;
  /** Path on this machine. */
  readonly file: string;
}

/** Lists the files below a folder by name, without system files. A symbolic link counts as the file that it points to. */
async function listEntries(root: string, folder = ''): Promise<(FoundFile | ImportNote)[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const wanted = entries
    .filter(({ name }) => !neverSent.has(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const found = await Promise.all(
    wanted.map(async (entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return listEntries(root, path);
      if (isSystemFile(path)) return [];
      const target = await realpath(join(root, path)).catch(() => null);
      const problem = target === null ? 'The link points to nothing' : await findProblem(root, entry.name, target);
      return problem === null ? [{ path, file: join(root, path) }] : [{ key: path, reason: problem }];
    }),
  );
  return found.flat();
}

/** Returns the reason for which a file is not sent, or null. */
async function findProblem(root: string, name: string, target: string): Promise<string | null> {
  if (!target.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return 'The link points out of the folder';
  if (!(await stat(target)).isFile()) return 'It is not a file';
  return sep !== '\\' && name.includes('\\') ? 'Its name contains a backslash' : null;
}

function zipOf(files: readonly FoundFile[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { file, path } of files) zip.addFile(file, path);
  zip.end();
  return output;
}
