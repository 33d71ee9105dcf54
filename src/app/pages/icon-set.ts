import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packageRoot } from './package-root.ts';

/** SVG images by name, by style: `regular`, `solid` and `brands`. */
type IconSet = Readonly<Record<string, Readonly<Record<string, string>>>>;

const packed = new URL('../../bundles/icons.json', import.meta.url);
const installed = new URL('node_modules/@fortawesome/fontawesome-free/svgs/', packageRoot);

/** The free icons of Font Awesome: the copy in the compiled program, or else those of the package. */
export const readIconSet = (): IconSet =>
  existsSync(packed) ? (JSON.parse(readFileSync(packed, 'utf8')) as IconSet) : iconsOfPackage();

/**
 * The icons of the installed package, from about 2,900 files. The build packs them, so the server needs no package.
 *
 * @public
 */
export const iconsOfPackage = (): IconSet =>
  Object.fromEntries(readdirSync(installed).map((style) => [style, iconsOf(new URL(`${style}/`, installed))]));

const iconsOf = (folder: URL): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [file.replace(/\.svg$/, ''), readFileSync(new URL(file, folder), 'utf8')]),
  );
