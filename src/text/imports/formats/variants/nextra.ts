import { readConfigText } from '../../unpack/config-text.ts';
import { readFolder } from '../../unpack/source-path.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { type Editions, shared } from './edition.ts';
import { withoutLanguage } from './language-suffix.ts';

const listed = /\blocales\s*:\s*\[([^\]]{1,1000})\]/;

/** https://nextra.site/docs/guide/i18n: a folder for each language, or a suffix of names in the second version. */
export function readNextraEditions(entries: readonly ArchiveEntry[]): Editions | null {
  for (const entry of entries.filter(({ path }) => /(?:^|\/)next\.config\.[cm]?[jt]s$/.test(path))) {
    const text = readConfigText(entry);
    const codes = new Set(
      [...(listed.exec(text)?.[1] ?? '').matchAll(/["']([\w-]{2,20})["']/g)].map(([, code = '']) => code),
    );
    if (codes.size < 2 || !/nextra/i.test(text)) continue;
    const named = /\bdefaultLocale\s*:\s*["']([\w-]{2,20})["']/.exec(text)?.[1];
    const start = named !== undefined && codes.has(named) ? named : ([...codes][0] ?? null);
    const root = readFolder(entry.path);
    const inPages = new RegExp(String.raw`^((?:src\/)?(?:content|pages)\/)(?:([^/]+)\/)?(.*)$`);
    return {
      versions: new Map(),
      languages: new Map([...codes].map((code) => [code, code])),
      start: { version: null, language: start },
      plainVersion: null,
      fallsBack: false,
      place: (path) => {
        const [, folder = '', first = '', rest = ''] =
          (path.startsWith(root) && inPages.exec(path.slice(root.length))) || [];
        if (folder === '') return shared(path);
        if (codes.has(first)) return { version: null, language: first, at: `${root}${folder}${rest}` };
        const { language, rest: plain } = withoutLanguage(path, codes);
        return { version: null, language, at: plain };
      },
    };
  }
  return null;
}
