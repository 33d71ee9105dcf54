import { readMkdocsSettings, readRecord } from '../../tree/site-config.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { type Editions, shared } from './edition.ts';
import { withoutLanguage } from './language-suffix.ts';

/** https://ultrabug.github.io/mkdocs-static-i18n/: a suffix of names, or a folder, for each language. */
export function readMkdocsEditions(entries: readonly ArchiveEntry[]): Editions | null {
  for (const { folder, settings, path: config } of readMkdocsSettings(entries)) {
    const options = readOptions(settings['plugins']);
    const all = readLanguages(options);
    const published = all.filter(({ isBuilt }) => isBuilt);
    const start = published.find(({ isDefault }) => isDefault)?.code ?? published[0]?.code;
    if (start === undefined || all.length < 2) continue;
    const codes = new Set(all.map(({ code }) => code));
    const isFolders = options['docs_structure'] === 'folder';
    return {
      versions: new Map(),
      languages: new Map(published.map(({ code, label }) => [code, label])),
      start: { version: null, language: start },
      plainVersion: null,
      fallsBack: options['fallback_to_default'] !== 'false',
      place: (path) => {
        if (!path.startsWith(folder)) return shared(path);
        const inside = path.slice(folder.length);
        const { language, rest } = isFolders ? inFolder(inside, codes) : withoutLanguage(inside, codes);
        if (language !== null && !published.some(({ code }) => code === language))
          return {
            folder: isFolders ? `${folder}${language}/` : path,
            reason: `${config} does not build the language ${language}`,
          };
        return { version: null, language: language ?? (isFolders ? null : start), at: `${folder}${rest}` };
      },
    };
  }
  return null;
}

function inFolder(inside: string, codes: ReadonlySet<string>) {
  const [first = '', ...rest] = inside.split('/');
  return rest.length > 0 && codes.has(first)
    ? { language: first, rest: rest.join('/') }
    : { language: null, rest: inside };
}

/** The options of the plugin `i18n` in a list of plugins, or in a record of them. */
function readOptions(plugins: unknown): Record<string, unknown> {
  const all = Array.isArray(plugins) ? plugins.map(readRecord) : [readRecord(plugins)];
  return readRecord(all.find((one) => Object.hasOwn(one, 'i18n'))?.['i18n']);
}

/** The languages as a list, or as the record of versions before 1.0. */
function readLanguages({ languages, default_language: first }: Readonly<Record<string, unknown>>) {
  const listed = Array.isArray(languages)
    ? languages.map(readRecord)
    : Object.entries(readRecord(languages)).map(([locale, value]) => ({
        ...(typeof value === 'string' ? { name: value } : readRecord(value)),
        locale,
      }));
  const found = listed.flatMap(({ locale, name, build, default: isDefault }: Record<string, unknown>) =>
    typeof locale === 'string'
      ? [
          {
            code: locale,
            label: typeof name === 'string' ? name : locale,
            isBuilt: build !== 'false',
            isDefault: isDefault === 'true' || locale === first,
          },
        ]
      : [],
  );
  const isNamed = typeof first !== 'string' || found.some(({ code }) => code === first);
  return isNamed ? found : [{ code: first, label: first, isBuilt: true, isDefault: true }, ...found];
}
