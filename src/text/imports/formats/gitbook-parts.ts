import { readYamlConfig } from '../tree/config-values.ts';
import { Variables } from '../../content/edit-fields.ts';
import type { ImportNote } from '../import-tree.ts';
import { readRecord } from '../tree/site-config.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { describeLines, lineFinder } from './lines.ts';

/** What only a GitBook repository has: the variables of its space, and what cannot be carried over. */
interface GitBookParts {
  readonly variables: Readonly<Record<string, string>>;
  readonly notes: readonly ImportNote[];
}

/** Reads the variables of a GitBook repository, and names the pages that GitBook makes by itself. */
export function readGitBookParts(entries: readonly ArchiveEntry[]): GitBookParts {
  const { variables, notes } = readVariables(entries);
  const summaries = entries.filter(({ path }) => readName(path) === 'SUMMARY.md' && !isHiddenPath(path));
  return { variables, notes: [...notes, ...summaries.flatMap(describeBuiltIns)] };
}

/** Reads the `.gitbook/vars.yaml` of a GitBook repository. https://gitbook.com/docs/creating-content/variables-and-expressions */
function readVariables(entries: readonly ArchiveEntry[]): GitBookParts {
  const entry = entries
    .filter(({ path }) => /(?:^|\/)\.gitbook\/vars\.ya?ml$/.test(path))
    .toSorted((one, other) => one.path.length - other.path.length)[0];
  if (!entry) return { variables: {}, notes: [] };
  const all = Object.entries(readRecord(readYamlConfig(entry))).map(([name, value]) => ({
    name,
    value: Variables.safeParse({ [name]: value }).data?.[name],
  }));
  const lost = all.filter(({ value }) => value === undefined).map(({ name }) => name);
  return {
    variables: Object.fromEntries(all.flatMap(({ name, value }) => (value === undefined ? [] : [[name, `${value}`]]))),
    notes:
      lost.length === 0
        ? []
        : [
            {
              key: entry.path,
              reason: `Left out, because no variable here can be so: ${lost.slice(0, 20).join(', ')}`,
            },
          ],
  };
}

/** What the report says of entries of a `SUMMARY.md` that are pages which GitBook makes. https://gitbook.com/docs/api-references/openapi */
function describeBuiltIns(summary: ArchiveEntry): ImportNote[] {
  const text = readConfigText(summary);
  const lineAt = lineFinder(text);
  const lines = [...text.matchAll(/^[ \t]*type:[ \t]*builtin:\w/gm)].map(({ index }) => lineAt(index));
  return lines.length === 0
    ? []
    : [{ key: summary.path, reason: `What GitBook makes of a specification is not imported: ${describeLines(lines)}` }];
}
