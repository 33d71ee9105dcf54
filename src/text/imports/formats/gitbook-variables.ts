import { Variables } from '../../content/edit-fields.ts';
import { readYamlTexts } from '../../markdown/yaml.ts';
import type { ImportNote } from '../import-tree.ts';
import { readRecord } from '../tree/site-config.ts';
import { readConfigText } from '../unpack/config-text.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

/** The variables of a space, and those that cannot be one here. */
interface GitBookVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly notes: readonly ImportNote[];
}

/** Reads the `.gitbook/vars.yaml` of a GitBook repository. https://gitbook.com/docs/creating-content/variables-and-expressions */
export function readGitBookVariables(entries: readonly ArchiveEntry[]): GitBookVariables {
  const entry = entries
    .filter(({ path }) => /(?:^|\/)\.gitbook\/vars\.ya?ml$/.test(path))
    .toSorted((one, other) => one.path.length - other.path.length)[0];
  if (!entry) return { variables: {}, notes: [] };
  const all = Object.entries(readRecord(readYamlTexts(readConfigText(entry)))).map(([name, value]) => ({
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
