import { readYamlConfig } from '../../tree/config-values.ts';
import { readRecord } from '../../tree/site-config.ts';
import { readFolder, readName } from '../../unpack/source-path.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { type Editions, shared } from './edition.ts';

/** https://github.com/jimporter/mike: a folder for each version of a site of MkDocs, and copies of them by their aliases. */
export function readMikeEditions(entries: readonly ArchiveEntry[]): Editions | null {
  for (const entry of entries.filter(({ path }) => readName(path) === 'versions.json')) {
    const versions = readVersions(entry);
    const [newest = versions[0]] = versions.filter(({ aliases }) => aliases.includes('latest'));
    if (!newest) continue;
    const root = readFolder(entry.path);
    const aliases = new Map(versions.flatMap(({ name, aliases: of }) => of.map((alias) => [alias, name] as const)));
    const titles = new Map(versions.map(({ name, title }) => [name, title]));
    return {
      versions: titles,
      languages: new Map(),
      start: { version: newest.name, language: null },
      plainVersion: newest.name,
      fallsBack: false,
      place: (path) => {
        if (!path.startsWith(root)) return shared(path);
        const inside = path.slice(root.length);
        const [folder = '', ...rest] = inside.split('/');
        // It leads to a version.
        if (/^(?:index|404)\.html$/.test(inside)) return { folder: path, reason: null };
        if (rest.length === 0) return shared(path);
        if (titles.has(folder)) return { version: folder, language: null, at: `${root}${rest.join('/')}` };
        const copied = aliases.get(folder);
        return copied === undefined
          ? shared(path)
          : { folder: `${root}${folder}/`, reason: `It is a copy of version ${copied}` };
      },
    };
  }
  return null;
}

function readVersions(entry: ArchiveEntry) {
  const value: unknown = readYamlConfig(entry);
  return (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const { version, title, aliases } = readRecord(one);
    const names = Array.isArray(aliases) ? aliases.filter((name) => typeof name === 'string') : [];
    return typeof version === 'string'
      ? [{ name: version, title: typeof title === 'string' ? title : version, aliases: names }]
      : [];
  });
}
