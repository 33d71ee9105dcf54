import { readScriptConfig } from './config-values.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { joinPath, readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { readRecord } from './site-config.ts';

/** Where the texts of the sidebars in a language stand once it is selected, beside the configuration. */
export const sidebarTexts = 'sidebars.texts.json';

/** A `docusaurus.config`, as far as it can be read without running it. */
export interface DocusaurusConfig {
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly docs: readonly DocusaurusDocs[];
  /** Folders of other pages: of blogs and of `src/pages`. */
  readonly folders: readonly string[];
}

/** A set of documents that a `docusaurus.config` publishes. */
export interface DocusaurusDocs {
  /** Path of the configuration. */
  readonly path: string;
  /** Folder of the pages. */
  readonly folder: string;
  /** The options of the plugin, as far as they can be read without running the configuration. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Reads each configuration with its sets of documents: of presets and of plugins. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs */
export const readDocusaurusConfigs = (entries: readonly ArchiveEntry[]): DocusaurusConfig[] =>
  entries
    .filter(({ path }) => /^docusaurus\.config\.[cm]?[jt]s$/.test(readName(path)) && !isHiddenPath(path))
    .map((entry) => {
      const { path } = entry;
      const settings = readRecord(readScriptConfig(entry));
      const presets = listPairs(settings['presets']);
      const plugins = listPairs(settings['plugins']);
      const ofPresets = presets.flatMap(([, options]) => {
        const { docs } = readRecord(options);
        return docs === false ? [] : [readRecord(docs)];
      });
      const ofPlugins = plugins.flatMap(([name, options]) =>
        typeof name === 'string' && name.endsWith('plugin-content-docs') ? [readRecord(options)] : [],
      );
      const docs = [...ofPresets, ...ofPlugins].map((options) => ({
        path,
        folder: folderOf(path, options, 'docs'),
        options,
      }));
      const folders = [...presets, ...plugins].flatMap(([name, options]) => [
        folderOf(path, readRecord(options)['blog'], 'blog'),
        folderOf(path, readRecord(options)['pages'], 'src/pages'),
        ...(typeof name === 'string' && /plugin-content-(?:blog|pages)$/.test(name)
          ? [folderOf(path, options, 'blog')]
          : []),
      ]);
      return { path, settings, docs, folders };
    });

/** The folder that the options of a plugin name. */
function folderOf(config: string, options: unknown, otherwise: string): string {
  const { path } = readRecord(options);
  const beside = readFolder(config);
  return joinPath(beside, `${typeof path === 'string' ? path : otherwise}/`) ?? `${beside}${otherwise}/`;
}

/** Entries `[name, options]` of a list. */
const listPairs = (value: unknown): (readonly [name: unknown, options: unknown])[] =>
  Array.isArray(value)
    ? value.flatMap((pair: unknown) => (Array.isArray(pair) ? [[pair[0] as unknown, pair[1] as unknown] as const] : []))
    : [];
