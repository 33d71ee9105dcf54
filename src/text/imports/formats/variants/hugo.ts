import { isRecord } from '../../../../lib/is-record.ts';
import { contentFolder, readHugoSettings } from '../../tree/hugo-config.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { type Editions, shared } from './edition.ts';
import { withoutLanguage } from './language-suffix.ts';

/** https://gohugo.io/content-management/multilingual/: a suffix of names, or a folder, for each language. */
export function readHugoEditions(entries: readonly ArchiveEntry[]): Editions | null {
  for (const site of readHugoSettings(entries)) {
    const { path: config, settings } = site;
    const off = [settings['disablelanguages']].flat();
    const all = Object.entries(isRecord(settings['languages']) ? settings['languages'] : {}).map(([code, value]) => {
      const own = new Map(Object.entries(isRecord(value) ? value : {}).map(([name, one]) => [name.toLowerCase(), one]));
      const [label, content, weight] = ['languagename', 'contentdir', 'weight'].map((name) => own.get(name));
      return {
        code: code.toLowerCase(),
        label: textOf(label) ?? textOf(own.get('label')) ?? code,
        folder: contentFolder(site, content),
        weight: Number(weight ?? 0),
        isOff: own.get('disabled') === true || own.get('disabled') === 'true' || off.includes(code),
      };
    });
    const named = (textOf(settings['defaultcontentlanguage']) ?? 'en').toLowerCase();
    const published = all.filter(({ isOff }) => !isOff).toSorted((one, other) => one.weight - other.weight);
    const start = published.find(({ code }) => code === named) ?? published[0];
    if (!start || all.length < 2) continue;
    const codes = new Set(all.map(({ code }) => code));
    const byDepth = all.toSorted((one, other) => other.folder.length - one.folder.length);
    return {
      versions: new Map(),
      languages: new Map(published.map(({ code, label }) => [code, label])),
      start: { version: null, language: start.code },
      plainVersion: null,
      fallsBack: false,
      place: (path) => {
        const within = byDepth.find(({ folder }) => path.startsWith(folder));
        if (!within) return shared(path);
        const isOwnFolder = byDepth.filter(({ folder }) => folder === within.folder).length === 1;
        const { language, rest } = withoutLanguage(path.slice(within.folder.length), codes);
        const code = language ?? (isOwnFolder ? within.code : start.code);
        if (!published.some((one) => one.code === code))
          return { folder: isOwnFolder ? within.folder : path, reason: `${config} disables the language ${code}` };
        return { version: null, language: code, at: `${start.folder}${rest}` };
      },
    };
  }
  return null;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
