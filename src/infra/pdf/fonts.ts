import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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
 * Resolves the paths of the fonts. Packages may export only their modules, so files are located relative to
 * `package.json`. Throws for a missing file.
 */
export function fontPaths(): string[] {
  const require = createRequire(import.meta.url);
  return fontFiles.map((file) => {
    const [scope, name, ...rest] = file.split('/');
    for (const folder of require.resolve.paths(`${scope}/${name}`) ?? []) {
      const path = join(folder, scope ?? '', name ?? '', ...rest);
      if (existsSync(path)) return path;
    }
    throw new Error(`The font ${file} is not installed`);
  });
}
