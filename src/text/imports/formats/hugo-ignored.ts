import { readHugoSettings } from '../tree/hugo-config.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { withheldBy, type Exclusions } from './withheld.ts';

/** https://gohugo.io/configuration/all/#ignorefiles: expressions for whole paths, of which the plain ones are read. */
export function readIgnoredFiles(entries: readonly ArchiveEntry[]): Exclusions {
  const read = readHugoSettings(entries).map(({ path, folder, settings }) => ({
    path,
    folder,
    expressions: [settings['ignorefiles'] ?? []].flat().map(plainExpression),
  }));
  return {
    listWithheld: (path) =>
      read.flatMap(({ path: config, folder, expressions }) =>
        path.startsWith(folder) && expressions.some((one) => one?.test(path.slice(folder.length)))
          ? [withheldBy('draft', `ignoreFiles in ${config}`)]
          : [],
      ),
    notes: read.flatMap(({ path, expressions }) =>
      expressions.includes(null)
        ? [
            {
              key: path,
              reason: 'ignoreFiles has an expression that cannot be read, so pages that it excludes are shown',
            },
          ]
        : [],
    ),
  };
}

/** An expression of plain characters, `.` and at most one `.*`, so that no path takes long; null for others. */
const plainExpression = (written: unknown): RegExp | null =>
  typeof written === 'string' &&
  written.length <= maxLength &&
  /^\^?(?:[\w/ ~-]|\\[.$/_-]|\.(?!\*))*(?:\.\*)?(?:[\w/ ~-]|\\[.$/_-]|\.(?!\*))*\$?$/.test(written)
    ? new RegExp(written.replaceAll(/\\([/_-])/g, '$1'))
    : null;

const maxLength = 200;
