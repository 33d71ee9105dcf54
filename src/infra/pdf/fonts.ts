import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { optionalScripts } from '../../text/pdf/scripts.ts';

/**
 * Fonts of PDFs, as paths below `node_modules`. `npm run prune:production` removes the other fonts of these packages.
 * @public
 */
export const fontFiles: readonly string[] = [
  ...['Regular', 'Italic', 'SemiBold', 'Bold', 'BoldItalic'].map(
    (w) => `@embedpdf/fonts-latin/fonts/NotoSans-${w}.ttf`,
  ),
  ...['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-sc/fonts/NotoSansHans-${weight}.otf`),
  ...['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-kr/fonts/NotoSansKR-${weight}.otf`),
  ...['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-${weight}.ttf`),
  ...['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-${weight}.ttf`),
  ...['400Regular', '700Bold'].flatMap((weight) => [
    `@expo-google-fonts/ibm-plex-sans-thai/${weight}/IBMPlexSansThai_${weight}.ttf`,
    `@expo-google-fonts/noto-sans-devanagari/${weight}/NotoSansDevanagari_${weight}.ttf`,
  ]),
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
];

/**
 * Resolves the paths of the fonts, with the optional ones that are installed. Packages may export only their modules, so files are
 * located relative to `package.json`. Throws for a missing file.
 */
export function fontPaths(): string[] {
  const always = fontFiles.map((file) => {
    const path = findFont(file);
    if (path === null) throw new Error(`The font ${file} is not installed`);
    return path;
  });
  return [...always, ...optionalScripts.flatMap(({ files }) => files.flatMap((file) => findFont(file) ?? []))];
}

/** The names of scripts for which no font is installed. */
export const scriptsWithoutFont = (): string[] =>
  optionalScripts.flatMap(({ name, files }) =>
    files.length > 0 && files.every((file) => findFont(file) !== null) ? [] : [name],
  );

/** Looks in `node_modules`, and in the folder of the fonts that `npm run fonts` installs. */
function findFont(file: string): string | null {
  const [scope = '', name = '', ...rest] = file.split('/');
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(`${scope}/${name}`) ?? [])
    for (const place of [folder, join(folder, '..', 'fonts', 'node_modules')]) {
      const path = join(place, scope, name, ...rest);
      if (existsSync(path)) return path;
    }
  return null;
}
