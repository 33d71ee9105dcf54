import { readYamlTexts } from '../../markdown/yaml.ts';
import { readRecord } from '../tree/site-config.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { readToml } from './front-matter-formats.ts';
import { withheldBy, type Exclusions } from './withheld.ts';

/** https://gohugo.io/configuration/all/#ignorefiles: expressions for whole paths, of which the plain ones are read. */
export function readIgnoredFiles(entries: readonly ArchiveEntry[]): Exclusions {
  const settings = entries.filter(({ path }) => hugoSettings.test(readName(path)) && !isHiddenPath(path));
  const read = settings.flatMap((entry) => {
    const { path } = entry;
    const written = readConfigText(entry);
    const toml = path.endsWith('.toml') ? readToml(written) : { value: readRecord(readYamlTexts(written)) };
    const expressions = ['value' in toml ? (readMember(toml.value, 'ignorefiles') ?? []) : []]
      .flat()
      .map(plainExpression);
    return [{ path, folder: readFolder(path), expressions }];
  });
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

const hugoSettings = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/;

const readMember = (record: Record<string, unknown> | null, name: string) =>
  Object.entries(record ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

/** An expression of plain characters, `.` and at most one `.*`, so that no path takes long; null for others. */
const plainExpression = (written: unknown): RegExp | null =>
  typeof written === 'string' &&
  written.length <= maxLength &&
  /^\^?(?:[\w/ ~-]|\\[.$/_-]|\.(?!\*))*(?:\.\*)?(?:[\w/ ~-]|\\[.$/_-]|\.(?!\*))*\$?$/.test(written)
    ? new RegExp(written.replaceAll(/\\([/_-])/g, '$1'))
    : null;

const maxLength = 200;
