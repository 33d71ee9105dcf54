import { counted } from '../../../lib/counted.ts';
import { readYamlTexts } from '../../markdown/yaml.ts';
import type { ImportNote } from '../import-tree.ts';
import { readRecord } from '../tree/site-config.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { isPagePath, readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

/** The entries of one version in one language, and what was left out with the others. */
interface OneVariant {
  readonly entries: readonly ArchiveEntry[];
  readonly notes: readonly ImportNote[];
}

/** A folder with the pages of another version or language. */
interface Variant {
  /** Ends in `/`. */
  readonly folder: string;
  readonly name: string;
}

/**
 * Leaves out the folders that hold the same pages in other versions or languages: of Docusaurus, and of mike for MkDocs. Here each is a
 * space of its own, so the report names them with their numbers of pages. Keeps all where nothing else would be left.
 */
export function oneVariant(entries: readonly ArchiveEntry[]): OneVariant {
  const find = [...listDocusaurus(entries), ...listMike(entries)];
  if (find.length === 0) return { entries, notes: [] };
  const pages = new Map<string, { readonly variant: Variant; count: number }>();
  const others = entries.filter(({ path }) => {
    const variant = find.map((one) => one(path)).find((one) => one !== null);
    if (!variant) return true;
    const known = pages.get(variant.folder) ?? { variant, count: 0 };
    known.count += isPagePath(path) ? 1 : 0;
    pages.set(variant.folder, known);
    return false;
  });
  if (!others.some(({ path }) => isPagePath(path))) return { entries, notes: [] };
  const notes = [...pages.values()].flatMap(({ variant: { folder, name }, count }) =>
    count === 0
      ? []
      : [
          {
            key: folder,
            reason: `${name} is left out, with ${counted(count, 'page', 'pages')}: import this folder into a space of its own, and add that to the site`,
          },
        ],
  );
  return { entries: others, notes };
}

type FindVariant = (path: string) => Variant | null;

/** https://docusaurus.io/docs/versioning and https://docusaurus.io/docs/i18n/introduction */
const listDocusaurus = (entries: readonly ArchiveEntry[]): FindVariant[] =>
  entries
    .filter(({ path }) => /^docusaurus\.config\.[cm]?[jt]s$/.test(readName(path)))
    .map(({ path: config }) => {
      const root = readFolder(config);
      return (path) => {
        if (!path.startsWith(root)) return null;
        const inside = path.slice(root.length);
        const [version, number = ''] = /^(?:[\w-]{1,50}_)?versioned_docs\/version-([^/]{1,50})\//.exec(inside) ?? [];
        if (version !== undefined) return { folder: `${root}${version}`, name: `Version ${number}` };
        const [language, code = '', of] =
          /^i18n\/([^/]{1,20})\/(?:docusaurus-[^/]{1,100}\/(?:(?:version-([^/]{1,50})|current)\/)?)?/.exec(inside) ??
          [];
        if (language === undefined) return null;
        return {
          folder: `${root}${language}`,
          name: of === undefined ? `The language ${code}` : `Version ${of} in the language ${code}`,
        };
      };
    });

/** https://github.com/jimporter/mike: a folder for each version, and copies of them by their aliases. */
const listMike = (entries: readonly ArchiveEntry[]): FindVariant[] =>
  entries
    .filter(({ path }) => readName(path) === 'versions.json')
    .flatMap((entry) => {
      const value: unknown = readYamlTexts(readConfigText(entry));
      const versions = (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
        const { version, aliases } = readRecord(one);
        const names = Array.isArray(aliases) ? aliases.filter((name) => typeof name === 'string') : [];
        return typeof version === 'string' ? [{ version, names }] : [];
      });
      const [newest = versions[0]] = versions.filter(({ names }) => names.includes('latest'));
      if (!newest) return [];
      const root = readFolder(entry.path);
      const named = new Map(
        versions.flatMap(({ version, names }) => [version, ...names].map((name) => [name, version] as const)),
      );
      const find: FindVariant = (path) => {
        if (!path.startsWith(root)) return null;
        const folder = path.slice(root.length).split('/', 1)[0] ?? '';
        const version = named.get(folder);
        if (version === undefined || folder === newest.version || !path.startsWith(`${root}${folder}/`)) return null;
        return { folder: `${root}${folder}/`, name: `Version ${version}` };
      };
      return [find];
    });
