import { readStarlightSettings } from '../../tree/starlight.ts';
import { readRecord } from '../../tree/site-config.ts';
import { readVitePressSettings } from '../../tree/vitepress-sidebar.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { type Editions, shared } from './edition.ts';

/** https://vitepress.dev/guide/i18n */
export function readVitePressEditions(entries: readonly ArchiveEntry[]): Editions | null {
  for (const { folder, settings } of readVitePressSettings(entries)) {
    const locales = readRecord(settings['locales']);
    const rewritten = Object.entries(readRecord(settings['rewrites'])).find(([, to]) => to === ':rest*');
    const rootFolder = /^([^/:]+)\/:rest\*$/.exec(rewritten?.[0] ?? '')?.[1];
    const found = byFolder({ folder, locales, first: 'root', rootFolder, fallsBack: false });
    if (found) return found;
  }
  return null;
}

/** https://starlight.astro.build/guides/i18n/ */
export function readStarlightEditions(entries: readonly ArchiveEntry[]): Editions | null {
  for (const { folder, settings } of readStarlightSettings(entries)) {
    const locales = readRecord(settings['locales']);
    const named = settings['defaultLocale'];
    const first = typeof named === 'string' && Object.hasOwn(locales, named) ? named : 'root';
    const found = byFolder({ folder, locales, first, rootFolder: undefined, fallsBack: true });
    if (found) return found;
  }
  return null;
}

interface Locales {
  readonly folder: string;
  /** Settings of each language, by its folder; `root` for the one beside the folders. */
  readonly locales: Readonly<Record<string, unknown>>;
  /** The first language. */
  readonly first: string;
  /** The folder of the root language, if it has one. */
  readonly rootFolder: string | undefined;
  readonly fallsBack: boolean;
}

function byFolder({ folder, locales, first, rootFolder, fallsBack }: Locales): Editions | null {
  const languages = Object.entries(locales).map(([key, value]) => {
    const { lang, label } = readRecord(value);
    const named = typeof lang === 'string' && lang !== '' ? lang : undefined;
    const code = named ?? (key === 'root' ? 'en' : key);
    return { key, code, label: typeof label === 'string' ? label : code };
  });
  if (languages.length < 2) return null;
  const byKey = new Map(languages.map(({ key, code }) => [key === 'root' ? (rootFolder ?? '') : key, code]));
  const start = languages.find(({ key }) => key === first)?.code ?? languages[0]?.code ?? null;
  return {
    versions: new Map(),
    languages: new Map(languages.map(({ code, label }) => [code, label])),
    start: { version: null, language: start },
    plainVersion: null,
    fallsBack,
    listAliases: (at, language) => {
      const key = [...byKey].find(([, code]) => code === language)?.[0] ?? '';
      return key === '' || !at.startsWith(folder) ? [] : [[`${folder}${key}/${at.slice(folder.length)}`, at]];
    },
    place: (path) => {
      if (!path.startsWith(folder) || path.slice(folder.length).startsWith('.')) return shared(path);
      const inside = path.slice(folder.length);
      const [key = '', ...rest] = inside.split('/');
      const language = rest.length === 0 ? undefined : byKey.get(key);
      return {
        version: null,
        language: language ?? start,
        at: `${folder}${language === undefined ? inside : rest.join('/')}`,
      };
    },
  };
}
