import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';

/** Lists the entries of a ZIP file that was opened with `lazyEntries`, in the order of its central directory. */
export const listZipEntries = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });

/** Opens a stream of the decompressed bytes of an entry. */
export const openZipEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
