import { readScriptConfig } from './config-values.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { listGenerated, type SiteOfPages } from './generated-items.ts';
import { readRecord, type Navigation } from './site-config.ts';
import type { SummaryItem } from './summary.ts';

/** The options of Starlight in an Astro configuration, as far as they can be read without running it, and the folder of the pages. */
export interface StarlightSettings {
  readonly path: string;
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Reads the options of each integration in each Astro configuration. An integration is a call, of which the options are read. */
export const readStarlightSettings = (entries: readonly ArchiveEntry[]): StarlightSettings[] =>
  entries
    .filter(({ path }) => /^astro\.config\.[cm]?[jt]s$/.test(readName(path)) && !isHiddenPath(path))
    .flatMap((entry) => {
      const { path } = entry;
      const { integrations } = readRecord(readScriptConfig(entry));
      const folder = `${readFolder(path)}src/content/docs/`;
      return (Array.isArray(integrations) ? integrations : []).map((one: unknown) => ({
        path,
        folder,
        settings: readRecord(one),
      }));
    });

/** Reads the sidebar of each Astro configuration with Starlight. https://starlight.astro.build/guides/sidebar/ */
export const readStarlight = (entries: readonly ArchiveEntry[], site: SiteOfPages): Navigation[] =>
  readStarlightSettings(entries).flatMap(({ path, folder, settings }) => {
    if (!Object.hasOwn(settings, 'sidebar')) return [];
    const items = listItems({ site, folder }, settings['sidebar'] ?? [], 0);
    return [{ folder, sections: [{ items }], path, name: 'The sidebar of Starlight' }];
  });

interface Walk {
  readonly site: SiteOfPages;
  readonly folder: string;
}

const maxDepth = 50;

/** Items: a slug, `{ slug }`, `{ label, link }`, `{ label, items }`, or pages of a folder by `autogenerate`. */
function listItems(walk: Walk, value: unknown, depth: number): SummaryItem[] {
  if (depth > maxDepth) return [];
  if (typeof value === 'string') return [{ title: '', url: addressOf(value), children: [] }];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => listItems(walk, item, depth + 1));
  const { label, translations, slug, link, items, autogenerate } = readRecord(value);
  const translated = readRecord(translations)[walk.site.language ?? ''];
  const title = [translated, label].find((text) => typeof text === 'string') ?? '';
  const address = typeof slug === 'string' ? slug : link;
  if (typeof address === 'string') return [{ title, url: addressOf(address), children: [] }];
  const { directory } = readRecord(autogenerate);
  const children =
    typeof directory === 'string'
      ? listGenerated(walk.site, walk.folder, directory)
      : listItems(walk, items ?? [], depth + 1);
  return title === '' ? children : [{ title, children }];
}

/** A link to a page, which is relative to the folder of the pages. */
const addressOf = (address: string): string =>
  /^(?:[a-z][\w+.-]*:|\/\/)/i.test(address) ? address : address.replace(/^\/+/, '') || './';
