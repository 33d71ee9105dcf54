import { readToml } from '../formats/front-matter-formats.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { joinPath, readFolder, stemOf } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { readOnce } from '../unpack/read-once.ts';
import { readYamlConfig } from './config-values.ts';
import { readRecord } from './site-config.ts';

/** The settings of a site of Hugo. Their names are in lower case, since case counts in none of them. */
export interface HugoSettings {
  readonly path: string;
  /** Folder of the site. */
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

const settingsPath = /(?:^|\/)(?:(?:hugo|config)|config\/_default\/languages)\.(?:toml|ya?ml|json)$/;

/** Reads `hugo.toml` and its like, and those of `config/_default`, whose settings are joined. https://gohugo.io/configuration/introduction/ */
export function readHugoSettings(entries: readonly ArchiveEntry[]): HugoSettings[] {
  const sites = new Map<string, HugoSettings>();
  for (const entry of entries) {
    const { path } = entry;
    if (!settingsPath.test(path) || isHiddenPath(path)) continue;
    const isInFolder = /(?:^|\/)config\/_default\/[^/]+$/.test(path);
    const folder = isInFolder ? readFolder(readFolder(readFolder(path))) : readFolder(path);
    const own = lowered(readSettings(entry));
    const settings = stemOf(path) === 'languages' ? { languages: own } : own;
    const known = sites.get(folder);
    sites.set(folder, { path: known?.path ?? path, folder, settings: { ...known?.settings, ...settings } });
  }
  return [...sites.values()];
}

const readSettings = readOnce((entry): Record<string, unknown> => {
  if (!entry.path.endsWith('.toml')) return readRecord(readYamlConfig(entry));
  const read = readToml(readConfigText(entry));
  return ('value' in read ? read.value : null) ?? {};
});

/** The folder of the pages of a site, or of a language that names its own. */
export const contentFolder = ({ folder, settings }: HugoSettings, ofLanguage?: unknown): string => {
  const named = [ofLanguage, settings['contentdir']].find((one) => typeof one === 'string' && one !== '');
  return joinPath(folder, `${typeof named === 'string' ? named : 'content'}/`) ?? folder;
};

const lowered = (settings: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name.toLowerCase(), value]));
