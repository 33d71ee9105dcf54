import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { locked } from '../../scripts/locked.mjs';

/**
 * Returns the text that `make` returns, and keeps it in a file. Processes that ask at the same time wait for the one that
 * makes it. What a run needs is made by the first test that needs it, because most tests need none of it.
 *
 * @param {string} file
 * @param {() => Promise<string>} make
 * @returns {Promise<string>}
 */
export async function once(file, make) {
  return (
    read(file) ??
    locked(async () => {
      const known = read(file);
      if (known !== null) return known;
      const made = await make();
      writeFileSync(`${file}.new`, made);
      renameSync(`${file}.new`, file);
      return made;
    }, `${file}.lock`)
  );
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
