// @ts-check
/** Unpacks the contents of a new database. JavaScript for the same reason as worker.mjs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const blockBytes = 512;
const folderType = '5';

/**
 * Unpacks a gzipped tarball of folders and files, each after its folder, into an empty directory. Loading it by the
 * database would take seconds on a busy machine, because each of the thousand files passes through its own file system, and the
 * database would be started twice.
 *
 * @param {Uint8Array} tarball
 * @param {string} directory
 */
export function unpack(tarball, directory) {
  const bytes = gunzipSync(tarball);
  mkdirSync(directory, { mode: 0o700 });
  const text = (/** @type {number} */ from, /** @type {number} */ length) =>
    bytes.toString('latin1', from, from + length).replace(/\0.*$/s, '');
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const path = join(directory, text(at, 100));
    const size = Number.parseInt(text(at + 124, 12), 8);
    const contents = at + blockBytes;
    if (text(at + 156, 1) === folderType) mkdirSync(path, { recursive: true, mode: 0o700 });
    else writeFileSync(path, bytes.subarray(contents, contents + size), { mode: 0o600 });
    at = contents + Math.ceil(size / blockBytes) * blockBytes;
  }
}
