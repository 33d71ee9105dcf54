import { readScriptConfig } from './config-values.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { type Navigation, readRecord } from './site-config.ts';
import { joinPath } from '../unpack/source-path.ts';
import type { SummaryItem } from './summary.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

/** The settings of a VitePress configuration, as far as they can be read without running it, and the folder of its pages. */
export interface VitePressSettings {
  readonly path: string;
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Reads each VitePress configuration. */
export const readVitePressSettings = (entries: readonly ArchiveEntry[]): VitePressSettings[] =>
  entries
    .filter(({ path }) => configPath.test(path) && !isHiddenPath(siteOf(path)))
    .map((entry) => {
      const { path } = entry;
      const settings = readRecord(readScriptConfig(entry));
      const site = siteOf(path);
      const folder = typeof settings['srcDir'] === 'string' ? joinPath(site, `${settings['srcDir']}/`) : site;
      return { path, folder: folder ?? site, settings };
    });

/** Reads the sidebars of each VitePress configuration: those of a language, otherwise of the root. https://vitepress.dev/reference/default-theme-sidebar */
export const readVitePress = (entries: readonly ArchiveEntry[], language?: string | null): Navigation[] =>
  readVitePressSettings(entries).map(({ path, folder, settings }) => {
    const sidebar =
      localSidebar(settings['locales'], language) ??
      readRecord(settings['themeConfig'])['sidebar'] ??
      localSidebar(settings['locales'], null);
    const items = sidebarsIn(sidebar).flatMap((part) => listItems(part, '', 0));
    return { folder, sections: [{ items }], path, name: 'The sidebar of VitePress' };
  });

/** The folder in which `.vitepress` lies. */
const siteOf = (path: string) => path.replace(configPath, '$1');

const configPath = /(^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/;

/** The sidebar of the locale of a language, which its key or its `lang` names, or else of the root locale. */
function localSidebar(locales: unknown, language: string | null | undefined): unknown {
  const named = Object.entries(readRecord(locales)).find(([key, value]) =>
    language ? key === language || readRecord(value)['lang'] === language : key === 'root',
  );
  return readRecord(readRecord(named?.[1])['themeConfig'])['sidebar'];
}

/** The sidebars of the site: a single one, or one for each folder. */
const sidebarsIn = (sidebar: unknown): unknown[] =>
  Array.isArray(sidebar) ? [sidebar] : Object.values(readRecord(sidebar));

const maxDepth = 50;

/** Converts items `{ text, link, items, base }`, or a list of them. */
function listItems(value: unknown, above: string, depth: number): SummaryItem[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => listItems(item, above, depth + 1));
  const { text, link, items, base: own } = readRecord(value);
  const base = typeof own === 'string' ? own : above;
  const children = listItems(items ?? [], base, depth + 1);
  if (typeof text !== 'string') return children;
  return [{ title: text, ...(typeof link === 'string' && { url: readAddress(link, base) }), children }];
}

/** Resolves a link, which is relative to the folder of the pages or to the `base` of its sidebar. */
function readAddress(link: string, base: string): string {
  if (/^(?:[a-z][\w+.-]*:|\/\/)/i.test(link)) return link;
  const path = base === '' ? link : `${base.replace(/\/$/, '')}/${link.replace(/^\//, '')}`;
  return path.replace(/^\/+/, '') || './';
}
