import { readYamlConfig } from '../../tree/config-values.ts';
import { type DocusaurusConfig, readDocusaurusConfigs, sidebarTexts } from '../../tree/docusaurus-config.ts';
import { readRecord } from '../../tree/site-config.ts';
import { readFolder } from '../../unpack/source-path.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { type Editions, type Placement, shared, type Unpublished } from './edition.ts';

/** https://docusaurus.io/docs/versioning and https://docusaurus.io/docs/i18n/introduction */
export function readDocusaurusEditions(entries: readonly ArchiveEntry[]): Editions | null {
  const sites = readDocusaurusConfigs(entries).map((config) => readSite(entries, config));
  const [first] = sites;
  if (!first) return null;
  const versions = new Map(sites.flatMap((site) => [...site.versions]));
  return {
    versions,
    languages: new Map(sites.flatMap(({ languages }) => [...languages])),
    start: { version: first.start, language: first.language },
    plainVersion: versions.has(current) ? current : first.start,
    fallsBack: true,
    place: (path) => {
      const site = sites.find(({ root }) => path.startsWith(root));
      return site ? place(site, path) : shared(path);
    },
  };
}

/** The name of the version in the folder of the documents, which is not released. */
const current = 'current';

/** The id of the plugin of the preset. */
const main = 'default';

interface Site {
  readonly root: string;
  readonly config: string;
  readonly sets: readonly DocsSet[];
  /** Labels of the published versions by name; empty without versions. */
  readonly versions: ReadonlyMap<string, string>;
  readonly start: string | null;
  readonly languages: ReadonlyMap<string, string>;
  readonly language: string;
}

/** The documents of one plugin. */
interface DocsSet {
  readonly id: string;
  readonly folder: string;
  /** The published versions; empty without versions. */
  readonly versions: readonly string[];
  /** The version that readers see first, if one is released. */
  readonly newest: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

function readSite(entries: readonly ArchiveEntry[], { path, settings, docs }: DocusaurusConfig): Site {
  const root = readFolder(path);
  const inside = entries.filter((entry) => entry.path.startsWith(root)).map((entry) => entry.path.slice(root.length));
  const versioned = inside.map((one) => versionedPath.exec(one)?.groups).filter((groups) => groups !== undefined);
  const ids = new Set([
    main,
    ...docs.map(({ options }) => idOf(options['id'])),
    ...versioned.map((one) => idOf(one['id'])),
  ]);
  const sets = [...ids].map((id): DocsSet => {
    const { options = {}, folder } = docs.find((one) => idOf(one.options['id']) === id) ?? {};
    const found = [...new Set(versioned.flatMap((one) => (idOf(one['id']) === id ? (one['version'] ?? []) : [])))];
    const prefix = id === main ? '' : `${id}_`;
    const list = entries.find((entry) => entry.path === `${root}${prefix}versions.json`);
    const released = list ? textsOf(readYamlConfig(list)) : found;
    const all = [...(options['includeCurrentVersion'] === false ? [] : [current]), ...released];
    const only = options['onlyIncludeVersions'];
    const last = options['lastVersion'];
    return {
      id,
      folder: folder ?? `${root}${id === main ? 'docs' : id}/`,
      versions: found.length === 0 ? [] : all.filter((version) => !Array.isArray(only) || only.includes(version)),
      newest: typeof last === 'string' ? last : list && released[0],
      options,
    };
  });
  const names = [...new Set(sets.flatMap(({ versions }) => versions))];
  const labels = readRecord(sets[0]?.options['versions']);
  const newest = sets[0]?.newest ?? names[0];
  const i18n = readRecord(settings['i18n']);
  const language = typeof i18n['defaultLocale'] === 'string' ? i18n['defaultLocale'] : 'en';
  const found = inside.flatMap((one) => languagePath.exec(one)?.groups?.['language'] ?? []);
  const locales = Array.isArray(i18n['locales']) ? textsOf(i18n['locales']) : found;
  const locale = readRecord(i18n['localeConfigs']);
  return {
    root,
    config: path,
    sets,
    versions: new Map(names.map((name) => [name, labelOf(labels[name]) ?? (name === current ? 'Next' : name)])),
    start: newest !== undefined && names.includes(newest) ? newest : (names[0] ?? null),
    languages: new Map([...new Set([language, ...locales])].map((code) => [code, labelOf(locale[code]) ?? code])),
    language,
  };
}

const idOf = (id: unknown) => (typeof id === 'string' ? id : main);

const labelOf = (value: unknown) => {
  const { label } = readRecord(value);
  return typeof label === 'string' ? label : undefined;
};

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const versionedPath = /^(?:(?<id>[\w-]{1,50})_)?versioned_docs\/version-(?<version>[^/]{1,50})\/(?<rest>.+)$/;
const sidebarsPath = /^versioned_sidebars\/version-(?<version>.{1,50})-sidebars\.json$/;
const languagePath =
  /^i18n\/(?<language>[^/]{1,20})\/(?:docusaurus-plugin-content-(?<plugin>docs|blog|pages)(?:-(?<id>[^/]{1,50}))?\/(?<rest>.+)|.+)$/;
/** The documents of a version in a language, or the texts of their sidebars. */
const translatedPath = /^(?:current|version-(?<version>[^/]{1,50}?))(?:\/(?<rest>.+)|\.json)$/;

function place(site: Site, path: string): Placement | Unpublished {
  const { root, language } = site;
  const inside = path.slice(root.length);
  const versioned = versionedPath.exec(inside)?.groups;
  if (versioned) {
    const { rest = '', version = '' } = versioned;
    const set = setOf(site, versioned['id']);
    const folder = path.slice(0, path.length - rest.length);
    return placeIn(set, { version, folder, language, at: `${set?.folder ?? folder}${rest}` });
  }
  const { version } = sidebarsPath.exec(inside)?.groups ?? {};
  if (version !== undefined) return { version, language: null, at: `${root}sidebars.json` };
  if (site.versions.size > 0 && /^sidebars\.(?:[cm]?[jt]s|json)$/.test(inside))
    return { version: current, language: null, at: path };
  const translated = languagePath.exec(inside)?.groups;
  if (translated) return placeTranslated(site, path, translated);
  const set = site.sets.find(({ folder }) => path.startsWith(folder));
  return set ? placeIn(set, { version: current, folder: set.folder, language, at: path }) : shared(path);
}

const setOf = ({ sets }: Site, id: string | undefined) => sets.find((one) => one.id === idOf(id));

/** Places what a set of documents has in a version. A set without versions belongs to none. */
function placeIn(
  set: DocsSet | undefined,
  { folder, version, ...at }: Placement & { readonly folder: string; readonly version: string },
): Placement | Unpublished {
  if (!set || set.versions.length === 0) return { ...at, version: null };
  return set.versions.includes(version)
    ? { ...at, version }
    : { folder, reason: `Docusaurus does not publish the version ${version}` };
}

function placeTranslated(
  site: Site,
  path: string,
  { language = '', plugin, id, rest = '' }: Readonly<Record<string, string | undefined>>,
): Placement | Unpublished {
  const folder = `${site.root}i18n/${language}/`;
  if (!site.languages.has(language)) return { folder, reason: `${site.config} does not list the language ${language}` };
  const found = { language, isOverride: true };
  if (plugin === 'blog' || plugin === 'pages')
    return { ...found, version: null, at: `${site.root}${plugin === 'blog' ? 'blog' : 'src/pages'}/${rest}` };
  const set = setOf(site, id);
  const docs = plugin === 'docs' ? translatedPath.exec(rest)?.groups : undefined;
  // Texts of the theme.
  if (!docs || !set) return { folder, reason: null };
  const inVersion = docs['rest'];
  if (inVersion === undefined && set.id !== main) return { folder, reason: null };
  return placeIn(set, {
    ...found,
    version: docs['version'] ?? current,
    folder: path.slice(0, path.length - (inVersion?.length ?? 0)),
    at: inVersion === undefined ? `${site.root}${sidebarTexts}` : `${set.folder}${inVersion}`,
  });
}
